package io.chameleon.client.internal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NettyVersionTest {
    @TempDir
    private Path directory;

    /** A class path that has this artifact alone. */
    private URLClassLoader having(String artifact, String version) throws IOException {
        StringBuilder lines = new StringBuilder();
        lines.append(artifact).append(".version=").append(version).append('\n');
        for (String other : new String[] {"buildDate", "commitDate"}) {
            lines.append(artifact).append('.').append(other).append("=2025-01-02 03:04:05 +0000\n");
        }
        for (String other : new String[] {"shortCommitHash", "longCommitHash", "repoStatus"}) {
            lines.append(artifact).append('.').append(other).append("=any\n");
        }
        Path versions = directory.resolve("META-INF/io.netty.versions.properties");
        Files.createDirectories(versions.getParent());
        Files.writeString(versions, lines);
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, null);
    }

    @ParameterizedTest
    @CsvSource({"netty-transport, 4.1.118.Final", "netty-common, 4.0.1.Final", "netty-buffer, 3.9.9.Final"})
    void artifactOlderThanWhatTheClientIsBuiltOn_isNamedWithItsVersion(String artifact, String version)
            throws IOException {
        try (URLClassLoader classes = having(artifact, version)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> NettyVersion.require(classes))
                    .withMessageContaining(artifact)
                    .withMessageContaining(version)
                    .withMessageContaining("4.2");
        }
    }

    @ParameterizedTest
    @CsvSource({"netty-transport, 4.2.0.Final", "netty-common, 4.10.0.Final", "netty-codec-redis, 4.1.118.Final"})
    void artifactOfThatOrALaterVersion_orThatTheClientDoesNotUse_isTaken(String artifact, String version)
            throws IOException {
        try (URLClassLoader classes = having(artifact, version)) {
            assertThatCode(() -> NettyVersion.require(classes)).doesNotThrowAnyException();
        }
    }

    @Test
    void classPathOfTheseTests_isTaken() {
        assertThatCode(() -> NettyVersion.require(NettyVersionTest.class.getClassLoader()))
                .doesNotThrowAnyException();
    }
}
