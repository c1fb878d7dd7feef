package io.chameleon.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterCheckTest {
    private static final String OWN = "0123abcd-0000-4000-8000-000000000001";
    private static final String OTHER = "0123abcd-0000-4000-8000-000000000002";

    private final Registry zookeeper = new Registry();
    private final ClusterCheck check = new ClusterCheck(zookeeper, OWN);

    @Test
    void clusterThatNobodyNamed_isNamedByItsDatabase() {
        assertThat(check.isOpen()).isTrue();
        check.look();
        assertThat(check.isOpen()).isFalse();
        assertThat(check.problem()).isEmpty();
        assertThat(zookeeper.named).isEqualTo(OWN);
    }

    @Test
    void disagreement_isToldWithBothIds_andEndsWhenEitherSideIsMended() {
        zookeeper.named = OTHER;
        check.look();
        assertThat(check.problem())
                .startsWith("the database is of cluster " + OWN + ", the flash servers are of cluster " + OTHER);
        assertThat(zookeeper.named).isEqualTo(OTHER);
        zookeeper.named = OWN;
        check.look();
        assertThat(check.problem()).isEmpty();
    }

    @Test
    void serversOfAnotherClusterOnly_areNotTaken_evenIfNobodyNamedIt() {
        zookeeper.servers = List.of(server("flash-0", OTHER), server("flash-1", ""));
        check.look();
        assertThat(check.problem()).contains("the flash servers are of cluster " + OTHER);
        assertThat(zookeeper.named).isEmpty();
        zookeeper.servers = List.of(server("flash-0", OTHER), server("flash-1", OWN));
        check.look();
        assertThat(check.problem()).isEmpty();
        assertThat(zookeeper.named).isEqualTo(OWN);
    }

    @Test
    void outage_changesNothing() {
        zookeeper.away = true;
        check.look();
        assertThat(check.isOpen()).isTrue();
        zookeeper.away = false;
        check.look();
        zookeeper.away = true;
        check.look();
        assertThat(check.problem()).isEmpty();
    }

    @Test
    void serversOfOtherClusters_arePassedOverAndCounted_andThoseWithoutAreNot() {
        ServerInfo own = server("flash-0", OWN);
        ServerInfo older = server("flash-1", "");
        zookeeper.servers = List.of(own, older, server("flash-2", OTHER));
        assertThat(check.servers()).containsExactly(own, older);
        assertThat(check.foreignServers()).isEqualTo(1);
    }

    private static ServerInfo server(String id, String cluster) {
        return new ServerInfo(new ServerId(id), "h", 1, "", 1, ServerInfo.Status.UP)
                .with(new ServerIdentity(cluster, ""));
    }

    /** ZooKeeper in memory. */
    static final class Registry implements RegisteredServers {
        volatile List<ServerInfo> servers = List.of();
        volatile String named = "";
        volatile boolean away;

        @Override
        public List<ServerInfo> registered() {
            return servers;
        }

        @Override
        public String cluster() {
            if (away) {
                throw new IllegalStateException("no connection");
            }
            return named;
        }

        @Override
        public synchronized String name(String cluster) {
            named = named.isEmpty() ? cluster : named;
            return named;
        }
    }
}
