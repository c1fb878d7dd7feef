package io.chameleon.transport.security;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * PEM files for TLS 1.3.
 *
 * @param certificate chain of this process, its own first
 * @param key of the certificate, PKCS#8, not encrypted
 * @param ca certificates of the trusted authorities
 * @param verifyHost whether a client requires the server's certificate to name the host it called
 */
public record TlsFiles(
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path ca,
        boolean verifyHost) {
    public TlsFiles {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException(
                    "tls.certificate-file and tls.key-file: one given, expected both or neither");
        }
    }
}
