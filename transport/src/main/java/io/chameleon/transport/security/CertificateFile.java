package io.chameleon.transport.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A PEM file of a certificate and the chain of those that vouch for it. */
public final class CertificateFile {
    /** As long before its end as the alert ChameleonCertificateExpiring. */
    static final Duration SOON = Duration.ofDays(7);

    private CertificateFile() {}

    /** When the first of them expires. */
    public static Instant notAfter(Path file) throws IOException, CertificateException {
        Instant first = Instant.MAX;
        try (InputStream in = Files.newInputStream(file)) {
            for (Certificate any : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                if (any instanceof X509Certificate certificate) {
                    Instant end = certificate.getNotAfter().toInstant();
                    first = end.isBefore(first) ? end : first;
                }
            }
        }
        return first;
    }

    /**
     * What an operator must know of a certificate that a process begins to show, in one line; empty if it has time.
     *
     * @param key names the file's setting
     */
    public static Optional<String> warning(String key, Path file, Instant notAfter, Instant now) {
        if (notAfter.isAfter(now.plus(SOON))) {
            return Optional.empty();
        }
        boolean over = !notAfter.isAfter(now);
        return Optional.of(key + " " + file + ": the certificate, or one of its chain, "
                + (over ? "expired at " + notAfter + ", so others refuse it" : "expires at " + notAfter)
                + "; expected one that is good for more than " + SOON.toDays()
                + " days, which is read once it is in the file");
    }

    /**
     * One that has expired does not replace one that is better: the files of a renewal that went wrong.
     *
     * @throws IllegalArgumentException in one line
     */
    public static void requireNoWorse(String key, Path file, Instant inUse, Instant read, Instant now) {
        if (read.isBefore(inUse) && !read.isAfter(now)) {
            throw new IllegalArgumentException(key + " " + file + ": the certificate, or one of its chain, expired at "
                    + read + "; the one in use is good until " + inUse);
        }
    }
}
