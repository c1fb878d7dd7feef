package io.chameleon.node.role;

import io.chameleon.transport.security.CertificateFile;
import io.chameleon.transport.security.CertificateKey;
import io.chameleon.transport.security.Reloaded;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/** The certificate that the S3 gateway shows, read again when its files change. TLS 1.2 and 1.3: S3 clients are old. */
final class GatewayTls implements Supplier<SslContext> {
    private final Path certificate;
    private final Reloaded<SslContext> context;

    /** @throws IllegalArgumentException in one line, without any part of a key, if the files are invalid */
    GatewayTls(Path certificate, Path key) {
        this.certificate = certificate;
        context = new Reloaded<>(List.of(certificate, key), () -> readPair(certificate, key));
    }

    private static SslContext readPair(Path certificate, Path key) {
        SslContext read = read(certificate, key);
        if (!CertificateKey.fits(certificate, key)) {
            throw new IllegalArgumentException("TLS of S3: " + key + " is not the key of " + certificate);
        }
        return read;
    }

    private static SslContext read(Path certificate, Path key) {
        for (Path file : List.of(certificate, key)) {
            if (!Files.isReadable(file)) {
                throw new IllegalArgumentException("TLS of S3: " + file + " cannot be read");
            }
        }
        try {
            return SslContextBuilder.forServer(certificate.toFile(), key.toFile())
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "TLS of S3: " + certificate + " and " + key + ", expected a PEM chain and its PKCS#8 key", e);
        }
    }

    @Override
    public SslContext get() {
        return context.get();
    }

    /** What must be known of the certificate in the file, in one line; empty if it has time. */
    Optional<String> warning(Instant now) {
        try {
            Instant end = CertificateFile.notAfter(certificate);
            return CertificateFile.warning("s3.tls-certificate-file", certificate, end, now);
        } catch (IOException | CertificateException e) {
            return Optional.empty(); // it was read a moment ago and is being replaced: a failed refresh tells of it
        }
    }

    void refresh() {
        context.refresh();
    }
}
