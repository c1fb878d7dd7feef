package io.chameleon.transport.security;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS 1.3 of the JDK for both directions.
 *
 * @param server null without a certificate: then this process cannot listen
 * @param client null without an authority to trust: then it cannot connect
 * @param notAfter the expiry of this process's own certificate, or of one in its chain, whichever is first; null
 *     without a certificate
 */
record TlsContexts(
        @Nullable SslContext server,
        @Nullable SslContext client,
        @Nullable Instant notAfter) {
    private static final String PROTOCOL = "TLSv1.3";

    /** @throws IllegalArgumentException in one line, without any part of a key, if the files are invalid */
    static TlsContexts of(TlsFiles files, boolean mutual) {
        try {
            Path certificate = files.certificate();
            TlsContexts contexts = new TlsContexts(
                    server(files, mutual),
                    client(files),
                    certificate == null ? null : CertificateFile.notAfter(certificate));
            requireFit(certificate, files.key());
            return contexts;
        } catch (IOException | CertificateException | IllegalArgumentException e) {
            throw new IllegalArgumentException("TLS files " + files(files) + ": " + reason(e), e);
        }
    }

    private static void requireFit(@Nullable Path certificate, @Nullable Path key) {
        if (certificate != null && key != null && !CertificateKey.fits(certificate, key)) {
            throw new IllegalArgumentException("tls.key-file is not the key of tls.certificate-file");
        }
    }

    static List<Path> files(TlsFiles files) {
        List<Path> all = new ArrayList<>();
        for (Path file : new Path[] {files.certificate(), files.key(), files.ca()}) {
            if (file != null) {
                all.add(file);
            }
        }
        return all;
    }

    private static @Nullable SslContext server(TlsFiles files, boolean mutual) throws SSLException {
        Path certificate = files.certificate();
        Path key = files.key();
        if (certificate == null || key == null) {
            return null;
        }
        SslContextBuilder builder = SslContextBuilder.forServer(
                readable("tls.certificate-file", certificate), readable("tls.key-file", key));
        if (mutual) {
            builder.trustManager(readable("tls.ca-file", required(files.ca()))).clientAuth(ClientAuth.REQUIRE);
        }
        return builder.sslProvider(SslProvider.JDK).protocols(PROTOCOL).build();
    }

    private static @Nullable SslContext client(TlsFiles files) throws SSLException {
        Path ca = files.ca();
        if (ca == null) {
            return null;
        }
        SslContextBuilder builder = SslContextBuilder.forClient().trustManager(readable("tls.ca-file", ca));
        Path certificate = files.certificate();
        Path key = files.key();
        if (certificate != null && key != null) {
            builder.keyManager(readable("tls.certificate-file", certificate), readable("tls.key-file", key));
        }
        return builder.endpointIdentificationAlgorithm(files.verifyHost() ? "HTTPS" : null)
                .sslProvider(SslProvider.JDK)
                .protocols(PROTOCOL)
                .build();
    }

    private static Path required(@Nullable Path file) {
        if (file == null) {
            throw new IllegalArgumentException("tls.ca-file is not set");
        }
        return file;
    }

    private static File readable(String key, Path file) {
        SmallFiles.problem(file).ifPresent(why -> {
            throw new IllegalArgumentException(key + " cannot be read: " + why);
        });
        return file.toFile();
    }

    private static String reason(Exception failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return text.isEmpty() ? cause.getClass().getSimpleName() : text;
    }
}
