package io.chameleon.node.config;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.transport.security.Security;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** The certificate was good for the January of 2020. */
@Isolated("watches a log of the JVM")
class ExpiredCertificateTest {
    private static final Path PKI = Path.of("src/test/resources/pki");
    private static final Path GOOD = Path.of("../transport/src/test/resources/pki");

    @TempDir
    private Path directory;

    private final Logger logger = (Logger) LoggerFactory.getLogger(CommonKeys.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void watch() {
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
    }

    @Test
    void process_thatStartsWithIt_saysWhichFileItIs_andWhenItExpired() {
        Map<String, String> flags = Map.of(
                "tls.certificate-file",
                PKI.resolve("expired.pem").toString(),
                "tls.key-file",
                PKI.resolve("expired.key").toString());
        try (Security security =
                CommonKeys.openSecurity(new SettingsReader().flags(flags).settings(), "127.0.0.1")) {
            assertThat(security.serverTls()).isNotNull();
        }
        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getFormattedMessage())
                    .startsWith("tls.certificate-file " + PKI.resolve("expired.pem")
                            + ": the certificate, or one of its chain, expired at 2020-02-01T00:00:00Z, ");
        });
    }

    /** A renewal that went wrong, such as a backup put back: all others refuse an expired certificate. */
    @Test
    void process_thatIsGivenItInPlaceOfAGoodOne_keepsTheGoodOne() throws IOException {
        Path certificate = Files.copy(GOOD.resolve("server.pem"), directory.resolve("tls.crt"));
        Path key = Files.copy(GOOD.resolve("server.key"), directory.resolve("tls.key"));
        Map<String, String> flags =
                Map.of("tls.certificate-file", certificate.toString(), "tls.key-file", key.toString());
        try (Security security =
                CommonKeys.openSecurity(new SettingsReader().flags(flags).settings(), "127.0.0.1")) {
            var good = security.serverTls();
            Files.copy(PKI.resolve("expired.pem"), certificate, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(PKI.resolve("expired.key"), key, StandardCopyOption.REPLACE_EXISTING);
            security.reload();
            assertThat(security.serverTls()).isSameAs(good);
            assertThat(security.reloadFailures()).isPositive();
        }
    }

    @Test
    void process_withoutACertificate_saysNothing() {
        try (Security security =
                CommonKeys.openSecurity(new SettingsReader().flags(Map.of()).settings(), "127.0.0.1")) {
            assertThat(security.serverTls()).isNull();
        }
        assertThat(log.list).isEmpty();
    }
}
