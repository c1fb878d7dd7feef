package io.chameleon.transport.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateFileTest {
    private static final Path FILE = Path.of("/etc/tls.crt");
    private static final Instant END = Instant.parse("2030-03-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2031-01-01T00:00:00Z | expired at 2030-03-01T12:00:00Z, so others refuse it",
                "2030-03-01T12:00:00Z | expired at 2030-03-01T12:00:00Z, so others refuse it",
                "2030-03-01T11:59:59Z | expires at 2030-03-01T12:00:00Z",
                "2030-02-22T12:00:00Z | expires at 2030-03-01T12:00:00Z"
            })
    void certificate_thatHasExpired_orSoonWill_isNamedWithItsEnd(Instant now, String what) {
        assertThat(CertificateFile.warning("tls.certificate-file", FILE, END, now))
                .contains("tls.certificate-file /etc/tls.crt: the certificate, or one of its chain, " + what
                        + "; expected one that is good for more than 7 days, which is read once it is in the file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2030-02-22T11:59:59Z", "2020-01-01T00:00:00Z"})
    void certificate_thatHasTime_isNotToldOf(Instant now) {
        assertThat(CertificateFile.warning("tls.certificate-file", FILE, END, now))
                .isEmpty();
    }

    @Test
    void process_withoutACertificate_isNotWarned() {
        assertThat(Security.none().certificateWarning(Instant.MAX.minusSeconds(1_000_000)))
                .isEmpty();
    }
}
