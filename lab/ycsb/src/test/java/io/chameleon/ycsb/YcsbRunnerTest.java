package io.chameleon.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.server.ServerConfig.Medium;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.DBException;

/** YCSB's own runner, as a process of its own, on a cluster. */
class YcsbRunnerTest {
    private static final int RECORDS = 50;

    @TempDir
    static Path directory;

    private static DevCluster cluster;

    @BeforeAll
    static void start() {
        cluster = DevCluster.start(DevClusterConfig.in(directory)
                .servers(6)
                .serverBytes(64 << 20)
                .medium(Medium.MEMORY)
                .build());
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void coreWorkload_loadedAndRun_succeeds() throws Exception {
        assertThat(ycsb("-load")).contains("[INSERT], Return=OK, " + RECORDS);
        String run = ycsb(
                "-t",
                "-p",
                "readproportion=0.4",
                "-p",
                "updateproportion=0.3",
                "-p",
                "insertproportion=0.1",
                "-p",
                "scanproportion=0.1",
                "-p",
                "readmodifywriteproportion=0.1",
                "-p",
                "maxscanlength=5");
        assertThat(run)
                .contains("[READ], Return=OK", "[UPDATE], Return=OK", "[INSERT], Return=OK", "[SCAN], Return=OK")
                .doesNotContain("Return=ERROR", "Return=NOT_FOUND", "Return=BAD_REQUEST", "VERIFY, Return=UNEXPECTED");
    }

    @Test
    void cluster_notGiven_isNamed() {
        ChameleonDB database = new ChameleonDB();
        database.setProperties(new Properties());
        assertThatThrownBy(database::init).isInstanceOf(DBException.class).hasMessageContaining("chameleon.cluster");
    }

    @Test
    void policy_unknown_isNamed() {
        ChameleonDB database = new ChameleonDB();
        Properties properties = new Properties();
        properties.setProperty(Connection.CLUSTER, "127.0.0.1:9");
        properties.setProperty(Connection.POLICY, "RAID");
        database.setProperties(properties);
        assertThatThrownBy(database::init)
                .isInstanceOf(DBException.class)
                .hasMessage("chameleon.policy: 'RAID' given, expected one of [REP, EC]");
    }

    /** With YCSB's check that every record read holds what was written to it. */
    private static String ycsb(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "site.ycsb.Client",
                "-db",
                ChameleonDB.class.getName(),
                "-threads",
                "2",
                "-p",
                "workload=site.ycsb.workloads.CoreWorkload",
                "-p",
                "recordcount=" + RECORDS,
                "-p",
                "operationcount=200",
                "-p",
                "dataintegrity=true",
                "-p",
                "fieldlengthdistribution=constant",
                "-p",
                "measurementtype=histogram",
                "-p",
                Connection.CLUSTER + "=" + String.join(",", cluster.describe().metadata())));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
