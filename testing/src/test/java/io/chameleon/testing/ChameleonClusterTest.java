package io.chameleon.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.chameleon.client.ChameleonClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineTestKit;

@ChameleonCluster(servers = 7, mebibytesPerServer = 16, policy = "chameleon", epochSeconds = 60)
class ChameleonClusterTest {
    private static final AtomicReference<String> FIRST_ADDRESS = new AtomicReference<>();

    private final ChameleonClient client;

    ChameleonClusterTest(ChameleonClient client) {
        this.client = client;
    }

    @Test
    void cluster_isAsTheAnnotationSays(RunningCluster cluster) {
        assertThat(cluster.servers()).isEqualTo(7);
        assertThat(client.wear()).hasSize(7);
        assertSameCluster(cluster);
    }

    @Test
    void clients_builtByTheTest_seeWhatOthersWrite(RunningCluster cluster) {
        client.put("tests", "shared", new byte[40_000]);
        try (ChameleonClient other = cluster.clientBuilder().build()) {
            assertThat(other.get("tests", "shared")).hasSize(40_000);
        }
        assertSameCluster(cluster);
    }

    @Nested
    class Inside {
        @Test
        void nestedClass_sharesTheCluster(RunningCluster cluster, ChameleonClient shared) {
            assertThat(shared).isSameAs(client);
            assertSameCluster(cluster);
        }
    }

    @Nested
    @ChameleonCluster(servers = 6, mebibytesPerServer = 16)
    class WithItsOwn {
        @Test
        void nestedClass_thatIsAnnotated_hasItsOwnCluster(RunningCluster own, ChameleonClient its) {
            assertThat(own.servers()).isEqualTo(6);
            assertThat(its.wear()).hasSize(6);
        }

        @Nested
        class Within {
            @Test
            void nestedClassInIt_sharesThat(RunningCluster nearest) {
                assertThat(nearest.servers()).isEqualTo(6);
            }
        }
    }

    private static void assertSameCluster(RunningCluster cluster) {
        FIRST_ADDRESS.compareAndSet(null, cluster.metadataAddress());
        assertThat(cluster.metadataAddress()).isEqualTo(FIRST_ADDRESS.get());
    }

    @Test
    void tooFewServers_failsTheClassInOneLine() {
        fails(TooFew.class, "@ChameleonCluster servers: '5' given, expected at least 6, which EC(4+2) needs");
    }

    @Test
    void moreThanTheHeapHasRoomFor_failsTheClassInOneLine_atOnce() {
        fails(
                TooLarge.class,
                "@ChameleonCluster mebibytesPerServer: '2147483647' given, expected 16 to "
                        + ClusterOfClass.mostMebibytes(6, Runtime.getRuntime().maxMemory())
                        + ", as the page maps of 6 servers fit into this heap");
        assertThat(ClusterOfClass.mostMebibytes(6, 1 << 30))
                .as("3 MiB per GiB and server")
                .isEqualTo(54_613);
    }

    @Test
    void extensionOfAMethod_saysWhatToAnnotate() {
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(OfAMethod.class))
                .execute()
                .testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        finishedWithFailure(
                                message(text -> text.endsWith("annotate the class with @ChameleonCluster"))));
    }

    private static void fails(Class<?> tests, String why) {
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .execute()
                .containerEvents()
                .assertThatEvents()
                .haveExactly(1, finishedWithFailure(message(why)));
    }

    @Test
    void serverThatDoesNotExist_isRefused(RunningCluster cluster) {
        assertThatThrownBy(() -> cluster.stopServer(7)).hasMessage("server: '7' given, expected 0 to 6");
    }

    @Test
    void clusterWithoutS3_saysSo(RunningCluster cluster) {
        assertThatThrownBy(cluster::s3Endpoint)
                .hasMessage("no S3 in this cluster: @ChameleonCluster(s3 = true) runs it");
    }

    @Test
    void buckets_withoutS3_failTheClassInOneLine() {
        fails(
                BucketsAlone.class,
                "@ChameleonCluster buckets: '[reports]' given, expected none without s3,"
                        + " since the first object makes its bucket");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NotesTest", "ReportsTest"})
    void document_showsTheExample(String example) throws IOException {
        String shown = Files.readString(Path.of("src/test/java/io/chameleon/testing/guide/" + example + ".java"))
                .replaceFirst("(?s).*// example: [a-z0-9]+\n", "")
                .replaceFirst("(?s)\n// end\n.*", "");
        assertThat(Files.readString(Path.of("../docs/guide/testing.md"))).contains("```java\n" + shown + "\n```\n");
    }

    /** Not found by the build: its name is not that of a test. */
    @ChameleonCluster(servers = 5)
    static class TooFew {
        @Test
        void neverRuns() {}
    }

    @ChameleonCluster(mebibytesPerServer = Integer.MAX_VALUE)
    static class TooLarge {
        @Test
        void neverRuns() {}
    }

    static class OfAMethod {
        @Test
        @ExtendWith(ChameleonClusterExtension.class)
        void neverRuns(ChameleonClient client) {}
    }

    @ChameleonCluster(buckets = "reports")
    static class BucketsAlone {
        @Test
        void neverRuns() {}
    }
}
