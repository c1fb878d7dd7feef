package io.chameleon.client.internal;

import io.chameleon.client.credentials.Credentials;
import io.chameleon.client.credentials.CredentialsProvider;
import io.chameleon.client.internal.call.FailureText;
import io.chameleon.transport.security.Token;
import java.util.function.Supplier;

/** The credentials of an application as tokens. What its provider throws becomes one line. */
public record ProvidedTokens(CredentialsProvider provider) implements Supplier<Token> {
    @Override
    public Token get() {
        Credentials given;
        try {
            given = provider.credentials();
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalArgumentException("credentials: " + FailureText.of(e), e);
        }
        if (given == null) {
            throw new IllegalArgumentException("credentials: the provider gave null, expected a key id and a secret");
        }
        return Token.parse("credentials", given.keyId() + ":" + given.secret());
    }
}
