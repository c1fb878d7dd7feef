package io.chameleon.transport.security;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a process authenticates itself and others. All secrets are in files, so this can be printed.
 *
 * @param keysFile the keys that a listening process accepts, in mode TOKEN: see {@link KeyRing}
 * @param usersDir further keys of users, one file each, in mode TOKEN: see {@link UserKeys}
 * @param tokenFile one line, {@code KEYID:SECRET}: what this process authenticates with when it connects, in mode TOKEN
 * @param tls null for unencrypted connections
 */
public record SecurityConfig(
        AuthMode mode,
        @Nullable Path keysFile,
        @Nullable Path usersDir,
        @Nullable Path tokenFile,
        @Nullable TlsFiles tls) {
    public static final SecurityConfig NONE = new SecurityConfig(AuthMode.NONE, null, null, null);

    /** Without a directory of users' keys. */
    public SecurityConfig(AuthMode mode, @Nullable Path keysFile, @Nullable Path tokenFile, @Nullable TlsFiles tls) {
        this(mode, keysFile, null, tokenFile, tls);
    }

    public SecurityConfig {
        boolean complete = tls != null && tls.certificate() != null && tls.ca() != null;
        if (mode == AuthMode.MTLS && !complete) {
            throw new IllegalArgumentException(
                    "auth.mode: 'mtls' given, expected tls.certificate-file, tls.key-file and tls.ca-file with it");
        }
        if (mode == AuthMode.TOKEN && keysFile == null && tokenFile == null) {
            throw new IllegalArgumentException(
                    "auth.mode: 'token' given, expected auth.keys-file (to accept connections) or auth.token-file"
                            + " (to make them) with it");
        }
        if (mode == AuthMode.NONE && (keysFile != null || usersDir != null || tokenFile != null)) {
            throw new IllegalArgumentException(
                    "auth.mode: 'none' given, expected token where there is auth.keys-file, auth.users-dir or auth.token-file");
        }
    }
}
