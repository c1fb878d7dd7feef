package io.chameleon.client.internal;

import io.chameleon.client.credentials.CredentialsProvider;
import io.chameleon.core.Require;
import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.Security;
import io.chameleon.transport.security.SecurityConfig;
import io.chameleon.transport.security.TlsFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Who a client is, and whom it trusts, as its builder was told. */
public record Identity(
        @Nullable Path tokenFile,
        @Nullable CredentialsProvider credentials,
        @Nullable Path caFile,
        @Nullable Path certificateFile,
        @Nullable Path keyFile,
        boolean verifyHost) {

    /** Whether nothing was told. */
    public boolean isNone() {
        return credentials == null && config().equals(SecurityConfig.NONE);
    }

    /** Reads the files and asks the provider. Throws an {@link IllegalArgumentException} if something is wrong. */
    public Security open() {
        CredentialsProvider provider = credentials;
        if (provider == null) {
            return Security.open(config());
        }
        Require.that(tokenFile == null, "tokenFile", tokenFile, "none beside credentials");
        return Security.connecting(tls(), new ProvidedTokens(provider));
    }

    private SecurityConfig config() {
        AuthMode mode = tokenFile != null ? AuthMode.TOKEN : certificateFile != null ? AuthMode.MTLS : AuthMode.NONE;
        return new SecurityConfig(mode, null, tokenFile, tls());
    }

    private @Nullable TlsFiles tls() {
        return caFile == null && certificateFile == null
                ? null
                : new TlsFiles(certificateFile, keyFile, caFile, verifyHost);
    }
}
