package io.chameleon.cli.kit;

import io.chameleon.core.Require;
import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.SecurityConfig;
import io.chameleon.transport.security.TlsFiles;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The identity of a command: flags, else the environment, else what the cluster file names. */
final class CredentialOptions {
    private static final String TOKEN_FILE = "CHAMELEON_TOKEN_FILE";
    private static final String CA_FILE = "CHAMELEON_TLS_CA_FILE";
    private static final String CERTIFICATE_FILE = "CHAMELEON_TLS_CERTIFICATE_FILE";
    private static final String KEY_FILE = "CHAMELEON_TLS_KEY_FILE";
    private static final String VERIFY_HOST = "CHAMELEON_TLS_VERIFY_HOST";

    private final Map<String, String> environment;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "One line KEYID:SECRET, for a cluster that asks for a token. Default: $" + TOKEN_FILE
                    + ", else that of <data-dir>/cluster.json.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--tls-ca-file",
            paramLabel = "FILE",
            description = "PEM certificates of the authorities to trust; turns TLS on. Default: $" + CA_FILE + ".")
    private @Nullable Path caFile;

    @Option(
            names = "--tls-certificate-file",
            paramLabel = "FILE",
            description = "PEM chain of your certificate, for a cluster that asks for one. Default: $"
                    + CERTIFICATE_FILE + ".")
    private @Nullable Path certificateFile;

    @Option(
            names = "--tls-key-file",
            paramLabel = "FILE",
            description = "PEM key of that certificate. Default: $" + KEY_FILE + ".")
    private @Nullable Path keyFile;

    CredentialOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * @param clusterToken the token file that comes with the cluster's address, if there is no other
     */
    SecurityConfig config(@Nullable Path clusterToken) {
        Path token = given(tokenFile, TOKEN_FILE);
        Path ca = given(caFile, CA_FILE);
        Path certificate = given(certificateFile, CERTIFICATE_FILE);
        Path key = given(keyFile, KEY_FILE);
        TlsFiles tls = ca == null && certificate == null && key == null
                ? null
                : new TlsFiles(certificate, key, ca, verifyHost());
        if (token == null && certificate == null) {
            token = clusterToken;
        }
        AuthMode mode = token != null ? AuthMode.TOKEN : certificate != null ? AuthMode.MTLS : AuthMode.NONE;
        return new SecurityConfig(mode, null, token, tls);
    }

    private boolean verifyHost() {
        String text = environment.getOrDefault(VERIFY_HOST, "true");
        Require.that(text.equals("true") || text.equals("false"), VERIFY_HOST, text, "true or false");
        return Boolean.parseBoolean(text);
    }

    private @Nullable Path given(@Nullable Path flag, String variable) {
        String text = environment.get(variable);
        return flag != null || text == null || text.isBlank() ? flag : Path.of(text);
    }
}
