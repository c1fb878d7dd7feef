package io.chameleon.cli.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.SecurityConfig;
import io.chameleon.transport.security.TlsFiles;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Who a command says it is, and whom it trusts: flags, then the environment, then what the cluster file names. */
class CredentialOptionsTest {
    private static final Path OF_CLUSTER = Path.of("data/auth/admin.token");

    private static SecurityConfig config(
            Map<String, String> environment, @Nullable Path clusterToken, String... flags) {
        return CommandLine.populateCommand(new CredentialOptions(environment), flags)
                .config(clusterToken);
    }

    private static SecurityConfig token(String file) {
        return new SecurityConfig(AuthMode.TOKEN, null, Path.of(file), null);
    }

    @Test
    void nothingGiven_isNobody_withoutTls() {
        assertThat(config(Map.of(), null)).isEqualTo(SecurityConfig.NONE);
        assertThat(config(Map.of("CHAMELEON_TOKEN_FILE", " ", "CHAMELEON_TLS_CA_FILE", ""), null))
                .isEqualTo(SecurityConfig.NONE);
    }

    @Test
    void tokenOfTheClusterFile_isUsedWhereThereIsNoOther() {
        Map<String, String> environment = Map.of("CHAMELEON_TOKEN_FILE", "env.token");
        assertThat(config(Map.of(), OF_CLUSTER)).isEqualTo(token(OF_CLUSTER.toString()));
        assertThat(config(environment, OF_CLUSTER)).isEqualTo(token("env.token"));
        assertThat(config(environment, OF_CLUSTER, "--token-file", "flag.token"))
                .isEqualTo(token("flag.token"));
    }

    @Test
    void authority_aloneTurnsTlsOn_withoutACertificateOfOnesOwn() {
        TlsFiles tls = new TlsFiles(null, null, Path.of("ca.crt"), true);
        assertThat(config(Map.of("CHAMELEON_TLS_CA_FILE", "ca.crt"), null))
                .isEqualTo(new SecurityConfig(AuthMode.NONE, null, null, tls));
        assertThat(config(Map.of(), OF_CLUSTER, "--tls-ca-file", "ca.crt"))
                .isEqualTo(new SecurityConfig(AuthMode.TOKEN, null, OF_CLUSTER, tls));
    }

    /** The cluster file's token would say somebody else. */
    @Test
    void certificate_isTheIdentity_unlessATokenIsGivenToo() {
        Map<String, String> environment = Map.of(
                "CHAMELEON_TLS_CA_FILE", "ca.crt",
                "CHAMELEON_TLS_CERTIFICATE_FILE", "ann.crt",
                "CHAMELEON_TLS_KEY_FILE", "ann.key");
        TlsFiles tls = new TlsFiles(Path.of("ann.crt"), Path.of("ann.key"), Path.of("ca.crt"), true);
        assertThat(config(environment, OF_CLUSTER)).isEqualTo(new SecurityConfig(AuthMode.MTLS, null, null, tls));
        assertThat(config(environment, OF_CLUSTER, "--token-file", "ann.token"))
                .isEqualTo(new SecurityConfig(AuthMode.TOKEN, null, Path.of("ann.token"), tls));
    }

    @Test
    void flagsOfTls_winOverTheEnvironment_oneByOne() {
        Map<String, String> environment = Map.of(
                "CHAMELEON_TLS_CA_FILE", "env.ca",
                "CHAMELEON_TLS_CERTIFICATE_FILE", "env.crt",
                "CHAMELEON_TLS_KEY_FILE", "env.key",
                "CHAMELEON_TLS_VERIFY_HOST", "false");
        assertThat(config(environment, null, "--tls-certificate-file", "flag.crt", "--tls-key-file", "flag.key")
                        .tls())
                .isEqualTo(new TlsFiles(Path.of("flag.crt"), Path.of("flag.key"), Path.of("env.ca"), false));
    }

    @Test
    void halfOfACertificate_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config(Map.of("CHAMELEON_TLS_CERTIFICATE_FILE", "ann.crt"), null))
                .withMessage("tls.certificate-file and tls.key-file: one given, expected both or neither");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> config(Map.of(), null, "--tls-certificate-file", "ann.crt", "--tls-key-file", "ann.key"))
                .withMessageContaining("tls.ca-file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yes", "TRUE", "0", "false "})
    void verification_thatIsNeitherOnNorOff_isRefused(String text) {
        Map<String, String> environment = Map.of("CHAMELEON_TLS_VERIFY_HOST", text, "CHAMELEON_TLS_CA_FILE", "ca.crt");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config(environment, null))
                .withMessage("CHAMELEON_TLS_VERIFY_HOST: '" + text + "' given, expected true or false");
    }
}
