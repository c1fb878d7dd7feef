package io.chameleon.testservices;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;

/** On whichever kind is available. */
class ServicesTest {
    @Test
    void postgres_syncsWhatItCommits() throws Exception {
        try (TestPostgres postgres = TestPostgres.start();
                Connection connection = postgres.connect("postgres");
                Statement statement = connection.createStatement();
                ResultSet settings = statement.executeQuery(
                        "select setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')")) {
            int found = 0;
            while (settings.next()) {
                assertThat(settings.getString(1)).isEqualTo("on");
                found++;
            }
            assertThat(found).isEqualTo(3);
        }
    }

    @Test
    void zooKeeper_keepsWhatItIsGiven() throws Exception {
        try (TestZooKeeper zooKeeper = TestZooKeeper.start();
                CuratorFramework curator =
                        CuratorFrameworkFactory.newClient(zooKeeper.connectString(), new RetryOneTime(100))) {
            curator.start();
            curator.create().forPath("/kept", new byte[] {7});
            assertThat(curator.getData().forPath("/kept")).containsExactly(7);
        }
    }
}
