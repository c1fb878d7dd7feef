package io.chameleon.node.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.Security;
import io.chameleon.transport.security.SecurityConfig;
import io.chameleon.transport.security.Token;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecurityMetricsTest {
    @TempDir
    private Path directory;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void keysThatNoLongerMakeSense_areToldOf_untilTheyDo() throws IOException {
        String keys = Token.random("bob-1", new SecureRandom()) + " user bob";
        Path file = Files.writeString(directory.resolve("keys"), keys);
        try (Security security = Security.open(new SecurityConfig(AuthMode.TOKEN, file, null, null))) {
            SecurityMetrics.of(security).bindTo(registry);
            assertThat(unread()).isZero();

            Files.writeString(file, "nonsense");
            security.reload();
            assertThat(unread()).isPositive();

            Files.writeString(file, keys);
            security.reload();
            assertThat(unread()).isZero();
        }
    }

    private double unread() {
        return registry.get("chameleon_credentials_unread").gauge().value();
    }

    @Test
    void processWithoutCertificate_tellsOfNone() {
        SecurityMetrics.of(Security.none()).bindTo(registry);

        assertThat(registry.find("chameleon_tls_not_after_seconds").gauge()).isNull();
        assertThat(unread()).isZero();
    }
}
