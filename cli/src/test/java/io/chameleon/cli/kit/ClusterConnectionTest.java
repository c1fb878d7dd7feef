package io.chameleon.cli.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class ClusterConnectionTest {
    private static String advised(Throwable cause) {
        return ClusterConnection.unauthenticated(new ChameleonError(ErrorCode.UNAUTHENTICATED, "refused", cause));
    }

    @Test
    void tlsThatFails_asksForNoToken_sinceTheClusterMayBeWhoIsNotTrusted() {
        assertThat(advised(new SSLHandshakeException("unknown authority")))
                .isEqualTo(
                        "refused [UNAUTHENTICATED] Look at --tls-ca-file, --tls-certificate-file and --tls-key-file.");
        assertThat(advised(new IllegalStateException("no key"))).contains("Say who you are with --token-file");
    }
}
