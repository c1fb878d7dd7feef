package io.chameleon.node.role;

import io.chameleon.transport.security.CertificateFile;
import io.chameleon.transport.security.CertificateKey;
import io.chameleon.transport.security.Reloaded;
import io.chameleon.transport.security.SmallFiles;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/** The certificate that the S3 gateway shows, read again when its files change. TLS 1.2 and 1.3: S3 clients are old. */
final class GatewayTls implements Supplier<SslContext> {
    private static final String KEY = "s3.tls-certificate-file";

    private final Path certificate;
    private final Reloaded<Shown> shown;

    private record Shown(SslContext context, Instant notAfter) {}

    /** @throws IllegalArgumentException in one line, without any part of a key, if the files are invalid */
    GatewayTls(Path certificate, Path key) {
        this.certificate = certificate;
        shown = new Reloaded<>(List.of(certificate, key), () -> readPair(certificate, key));
    }

    private static Shown readPair(Path certificate, Path key) {
        SslContext read = read(certificate, key);
        if (!CertificateKey.fits(certificate, key)) {
            throw new IllegalArgumentException("TLS of S3: " + key + " is not the key of " + certificate);
        }
        try {
            return new Shown(read, CertificateFile.notAfter(certificate));
        } catch (IOException | CertificateException e) {
            throw new IllegalArgumentException("TLS of S3: " + certificate + " cannot be read", e);
        }
    }

    private static SslContext read(Path certificate, Path key) {
        for (Path file : List.of(certificate, key)) {
            SmallFiles.problem(file).ifPresent(why -> {
                throw new IllegalArgumentException("TLS of S3: " + file + " cannot be read: " + why);
            });
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
        return shown.get().context();
    }

    /** What must be known of the certificate that is shown, in one line; empty if it has time. */
    Optional<String> warning(Instant now) {
        return CertificateFile.warning(KEY, certificate, shown.get().notAfter(), now);
    }

    Instant notAfter() {
        return shown.get().notAfter();
    }

    /** How often in a row changed files could not be read. */
    long failures() {
        return shown.failures();
    }

    void refresh() {
        shown.refresh((inUse, read) -> CertificateFile.requireNoWorse(
                KEY,
                certificate,
                inUse.notAfter(),
                read.notAfter(),
                InstantSource.system().instant()));
    }
}
