package io.chameleon.node.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.node.embedded.PostgresConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstDatabaseTest {
    private static final String MARK = "/api/v1/namespaces/store/configmaps/db";
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    @TempDir
    Path credentials;

    @TempDir
    Path volume;

    private FakeKubernetes kubernetes;
    private KubernetesApi api;
    private FirstDatabase database;

    @BeforeEach
    void start() throws Exception {
        kubernetes = new FakeKubernetes(credentials);
        kubernetes.put(MARK, "{}");
        api = kubernetes.api();
        database = new FirstDatabase(new DatabaseMark(api, "store", "db"), InstantSource.fixed(NOW));
    }

    @AfterEach
    void stop() {
        api.close();
        kubernetes.close();
    }

    @Test
    void newRelease_getsADatabase_andTheNoteThatItHasOne() throws Exception {
        assertThat(database.ensure(config(true))).isTrue();
        assertThat(volume.resolve("data/PG_VERSION")).exists();
        assertThat(kubernetes.at(MARK).at("/data/initialised").asText()).isEqualTo("2030-01-01T00:00:00Z");
        assertThat(database.ensure(config(true))).isFalse();
    }

    @Test
    void lostVolume_isNotInitialisedAgain() throws Exception {
        kubernetes.put(MARK, "{\"data\":{\"initialised\":\"2029-01-01T00:00:00Z\"}}");
        assertThatThrownBy(() -> database.ensure(config(true)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("this release had one (configmap db --namespace store)")
                .hasMessageContaining("restore a backup");
        assertThat(entries()).isEmpty();
    }

    @Test
    void databaseOfAnEarlierChart_isNoted() throws Exception {
        Files.createDirectories(volume.resolve("data"));
        assertThat(database.ensure(config(true))).isFalse();
        assertThat(kubernetes.at(MARK).at("/data/initialised").asText()).isNotEmpty();
    }

    @Test
    void kubernetesThatDoesNotAnswer_isNoLeaveToInitialise() throws Exception {
        Files.writeString(credentials.resolve("token"), "another");
        assertThatThrownBy(() -> database.ensure(config(true))).hasMessageContaining("Kubernetes answered 401");
        assertThat(entries()).isEmpty();
    }

    @Test
    void emptyDirectory_withoutLeaveFromTheConfiguration_isAnErrorInOneLine() {
        assertThatThrownBy(() -> database.ensure(config(false)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("postgresql.initialise: false, and " + volume)
                .hasMessageNotContaining("\n");
        assertThat(kubernetes.at(MARK).has("data")).isFalse();
    }

    private Stream<Path> entries() throws IOException {
        return Files.list(volume);
    }

    private PostgresConfig config(boolean initialise) {
        return new PostgresConfig(
                volume, volume, "127.0.0.1", 5432, "chameleon", "secret", "chameleon", 10, 1 << 20, initialise);
    }
}
