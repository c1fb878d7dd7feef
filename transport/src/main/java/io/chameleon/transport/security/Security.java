package io.chameleon.transport.security;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The keys and certificates of a process. Files are read at the start. A thread checks every few seconds whether they
 * have changed and reads them again. Open connections keep the keys they were made with, except keys that are removed.
 * Safe from any thread.
 */
public final class Security implements AutoCloseable {
    private static final String AUTHORITY = "the authority that has signed the certificates of the cluster";
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Security NONE = new Security(SecurityConfig.NONE, null, false);

    private final SecurityConfig config;
    private final SecureRandom random = new SecureRandom();
    private final @Nullable Reloaded<KeyRing> keys;
    private final @Nullable Reloaded<Token> token;
    private final @Nullable SuppliedToken supplied;
    private final @Nullable Reloaded<TlsContexts> tls;
    private final @Nullable ScheduledExecutorService watch;

    private Security(SecurityConfig config, @Nullable Supplier<Token> tokens, boolean watched) {
        this.config = config;
        this.keys = keys(config.keysFile(), config.usersDir());
        this.token = token(config.tokenFile());
        this.supplied = tokens == null ? null : new SuppliedToken(tokens);
        this.tls = tls(config);
        this.watch = watched ? Executors.newSingleThreadScheduledExecutor(threads()) : null;
        if (watch != null) {
            var unused =
                    watch.scheduleWithFixedDelay(this::reload, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** No authentication and no encryption. */
    public static Security none() {
        return NONE;
    }

    /**
     * Reads the files.
     *
     * @throws IllegalArgumentException in one line, which shows no secret, if a file is invalid
     */
    public static Security open(SecurityConfig config) {
        return config.equals(SecurityConfig.NONE) ? NONE : new Security(config, null, true);
    }

    /**
     * For a process that only connects, with tokens that it has from elsewhere than a file. The supplier is asked now
     * and every few seconds, on a thread of its own; connections that are made after it gave another token use that
     * one. While it fails, the token before stays.
     *
     * @param tls null for unencrypted connections
     * @throws RuntimeException what the supplier throws when it is asked now
     */
    public static Security connecting(@Nullable TlsFiles tls, Supplier<Token> tokens) {
        return new Security(new SecurityConfig(AuthMode.NONE, null, null, tls), tokens, true);
    }

    private static @Nullable Reloaded<KeyRing> keys(@Nullable Path file, @Nullable Path users) {
        if (file == null) {
            return null;
        }
        Supplier<KeyRing> ring = () -> KeyRing.parse(file.toString(), SecretFiles.text("auth.keys-file", file));
        return users == null
                ? new Reloaded<>(List.of(file), ring)
                : new Reloaded<>(
                        () -> Stream.concat(Stream.of(file), UserKeys.files(users).stream())
                                .toList(),
                        () -> ring.get().with(UserKeys.read(users)));
    }

    private static @Nullable Reloaded<Token> token(@Nullable Path file) {
        return file == null
                ? null
                : new Reloaded<>(
                        List.of(file),
                        () -> Token.parse(
                                file.toString(),
                                SecretFiles.text("auth.token-file", file).strip()));
    }

    private static @Nullable Reloaded<TlsContexts> tls(SecurityConfig config) {
        TlsFiles files = config.tls();
        return files == null
                ? null
                : new Reloaded<>(TlsContexts.files(files), () -> TlsContexts.of(files, config.mode() == AuthMode.MTLS));
    }

    private static DefaultThreadFactory threads() {
        return new DefaultThreadFactory("chameleon-credentials", true);
    }

    /** Reads changed files again. */
    public void reload() {
        if (keys != null) {
            keys.refresh();
        }
        if (token != null) {
            token.refresh();
        }
        if (tls != null) {
            tls.refresh(this::requireNoWorse);
        }
        if (supplied != null) {
            supplied.refresh();
        }
    }

    private void requireNoWorse(TlsContexts inUse, TlsContexts read) {
        Path certificate = config.tls() == null ? null : config.tls().certificate();
        if (certificate != null && inUse.notAfter() != null && read.notAfter() != null) {
            CertificateFile.requireNoWorse(
                    "tls.certificate-file",
                    certificate,
                    inUse.notAfter(),
                    read.notAfter(),
                    InstantSource.system().instant());
        }
    }

    /**
     * The expiry of the certificate that this process now shows, or of one in its chain, whichever is first; empty
     * without one.
     */
    public Optional<Instant> certificateNotAfter() {
        return tls == null ? Optional.empty() : Optional.ofNullable(tls.get().notAfter());
    }

    /** What must be known of the certificate that this process now shows, in one line; empty if it has time. */
    public Optional<String> certificateWarning(Instant now) {
        TlsFiles files = config.tls();
        Path certificate = files == null ? null : files.certificate();
        return certificate == null
                ? Optional.empty()
                : certificateNotAfter()
                        .flatMap(end -> CertificateFile.warning("tls.certificate-file", certificate, end, now));
    }

    /** Consecutive failures to read changed files, or to get a token; 0 if their current content is in use. */
    public long reloadFailures() {
        long files = Stream.of(Optional.ofNullable(keys), Optional.ofNullable(token), Optional.ofNullable(tls))
                .flatMap(Optional::stream)
                .mapToLong(Reloaded::failures)
                .max()
                .orElse(0);
        return supplied == null ? files : Math.max(files, supplied.failures());
    }

    public AuthMode mode() {
        return supplied == null ? config.mode() : AuthMode.TOKEN;
    }

    /** Never used before. */
    public byte[] nonce() {
        byte[] nonce = new byte[Challenge.NONCE_BYTES];
        random.nextBytes(nonce);
        return nonce;
    }

    // ---- a process that listens -------------------------------------------------------------------------------------

    /**
     * Checks that this can guard a socket at {@code bindHost}.
     *
     * @throws IllegalArgumentException in one line if not
     */
    public void requireFitToListen(String bindHost) {
        if (mode() == AuthMode.NONE && !isLoopback(bindHost)) {
            throw new IllegalArgumentException(
                    "auth.mode: 'none' given, expected token or mtls to listen on " + bindHost
                            + ", which others can reach; without authentication only a loopback address is possible");
        }
        if (mode() == AuthMode.TOKEN && keys == null) {
            throw new IllegalArgumentException(
                    "auth.keys-file: not set, expected the file of keys that this process accepts");
        }
        if (tls != null && tls.get().server() == null) {
            throw new IllegalArgumentException(
                    "tls.certificate-file: not set, expected the certificate of this process, which listens");
        }
    }

    private static boolean isLoopback(String host) {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (!address.isLoopbackAddress()) {
                    return false;
                }
            }
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** For accepted connections; null if they are unencrypted. */
    public @Nullable SslContext serverTls() {
        return tls == null ? null : tls.get().server();
    }

    /** The key of that id; null if it is not accepted. */
    public KeyRing.@Nullable Entry key(String keyId) {
        return keys == null ? null : keys.get().find(keyId);
    }

    /** Whether a key that was accepted still is. */
    public boolean isAccepted(KeyRing.Entry key) {
        return keys != null && keys.get().holds(key);
    }

    // ---- a process that connects ------------------------------------------------------------------------------------

    /**
     * Checks that this process can authenticate itself to others.
     *
     * @throws IllegalArgumentException in one line if not
     */
    public void requireFitToConnect() {
        if (mode() == AuthMode.TOKEN && token() == null) {
            throw new IllegalArgumentException(
                    "auth.token-file: not set, expected the file of the token that this process shows to others");
        }
        if (tls != null && tls.get().client() == null) {
            throw new IllegalArgumentException("tls.ca-file: not set, expected " + AUTHORITY);
        }
    }

    /** For connections to others; null if they are unencrypted. */
    public @Nullable SslContext clientTls() {
        if (tls == null) {
            return null;
        }
        SslContext client = tls.get().client();
        if (client == null) {
            throw new ChameleonError(ErrorCode.UNAUTHENTICATED, "tls.ca-file: not set, expected " + AUTHORITY);
        }
        return client;
    }

    /** What this process authenticates with; null if it has nothing. */
    public @Nullable Token token() {
        if (supplied != null) {
            return supplied.get();
        }
        return token == null ? null : token.get();
    }

    /**
     * The principal of the other side's certificate.
     *
     * @throws ChameleonError UNAUTHENTICATED if it has shown none, or one without a principal
     */
    public static Principal peer(SSLSession session) {
        try {
            Certificate[] chain = session.getPeerCertificates();
            if (chain.length > 0 && chain[0] instanceof X509Certificate certificate) {
                return CertificatePrincipal.of(certificate);
            }
        } catch (SSLPeerUnverifiedException e) {
            throw new ChameleonError(ErrorCode.UNAUTHENTICATED, "no certificate was shown", e);
        }
        throw new ChameleonError(ErrorCode.UNAUTHENTICATED, "no certificate was shown");
    }

    /** Stops watching the files. */
    @Override
    public void close() {
        if (watch != null) {
            watch.shutdownNow();
        }
    }

    /** Contains no secret, only paths. */
    @Override
    public String toString() {
        return "Security[" + config + "]";
    }
}
