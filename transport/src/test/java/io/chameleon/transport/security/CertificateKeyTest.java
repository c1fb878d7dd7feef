package io.chameleon.transport.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A key of another certificate: every handshake of the process would fail. */
class CertificateKeyTest {
    private static final Path PKI = Path.of("src/test/resources/pki");

    @TempDir
    private Path directory;

    private Path copy(String file, String as) throws IOException {
        return Files.copy(PKI.resolve(file), directory.resolve(as), StandardCopyOption.REPLACE_EXISTING);
    }

    @ParameterizedTest
    @CsvSource({"RSA, 2048", "EC, 256", "EC, 384", "Ed25519, 255"})
    void key_fitsItsOwnCertificate_andNoOther(String algorithm, int bits) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(bits);
        KeyPair one = generator.generateKeyPair();
        KeyPair other = generator.generateKeyPair();
        assertThat(CertificateKey.fits(one.getPublic(), one.getPrivate())).isTrue();
        assertThat(CertificateKey.fits(one.getPublic(), other.getPrivate())).isFalse();
    }

    @Test
    void process_withTheKeyOfAnotherCertificate_isRefusedAtItsStart() {
        TlsFiles files = new TlsFiles(PKI.resolve("server.pem"), PKI.resolve("alice.key"), PKI.resolve("ca.pem"), true);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Security.open(new SecurityConfig(AuthMode.MTLS, null, null, files)))
                .withMessage("TLS files " + TlsContexts.files(files)
                        + ": tls.key-file is not the key of tls.certificate-file");
    }

    /** It is cut between two looks at it; an error of any other kind would end the thread that looks. */
    @Test
    void fileThatIsEmptyOrGone_fitsNothing() throws IOException {
        Path empty = Files.createFile(directory.resolve("tls.crt"));
        assertThat(CertificateKey.fits(empty, PKI.resolve("server.key"))).isFalse();
        assertThat(CertificateKey.fits(directory.resolve("none"), PKI.resolve("server.key")))
                .isFalse();
    }

    @Test
    void filesReplacedOneAfterTheOther_areTakenTogether() throws IOException {
        Path certificate = copy("server.pem", "tls.crt");
        Path key = copy("server.key", "tls.key");
        TlsFiles files = new TlsFiles(certificate, key, PKI.resolve("ca.pem"), true);
        try (Security security = Security.open(new SecurityConfig(AuthMode.MTLS, null, null, files))) {
            var before = security.serverTls();
            copy("elsewhere.pem", "tls.crt");
            security.reload();
            assertThat(security.serverTls()).isSameAs(before);
            assertThat(security.reloadFailures()).isPositive();

            copy("elsewhere.key", "tls.key");
            security.reload();
            assertThat(security.serverTls()).isNotSameAs(before);
            assertThat(security.reloadFailures()).isZero();
        }
    }
}
