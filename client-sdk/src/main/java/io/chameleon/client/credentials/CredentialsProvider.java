package io.chameleon.client.credentials;

import io.chameleon.transport.security.SmallFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a client gets its credentials. Asked when the client is built, and then every five seconds, on a thread for
 * that alone. Connections that are made later use what it gave last; those that are open stay until the cluster no
 * longer accepts what they were made with. One that is expensive to ask keeps its answer itself.
 */
@FunctionalInterface
public interface CredentialsProvider {
    /** The environment variable of {@link #environment()}: {@code KEYID:SECRET}. */
    String VARIABLE = "CHAMELEON_TOKEN";

    /**
     * What the client is to authenticate with from now on.
     *
     * @throws Exception if there are none. When the client is built, that fails the build; later the credentials
     *     before stay in use, and the client logs why
     */
    Credentials credentials() throws Exception;

    /** Always the same. */
    static CredentialsProvider of(Credentials credentials) {
        Objects.requireNonNull(credentials, "credentials");
        return () -> credentials;
    }

    /** A file with the one line {@code KEYID:SECRET}, read each time. */
    static CredentialsProvider file(Path file) {
        Objects.requireNonNull(file, "file");
        return () -> {
            try {
                byte[] bytes = SmallFiles.read(file, 1 << 20);
                return Credentials.parse(file.toString(), new String(bytes, StandardCharsets.UTF_8));
            } catch (NoSuchFileException e) {
                throw new IllegalArgumentException("there is no file " + file, e);
            } catch (IOException e) {
                throw new IllegalArgumentException(file + " cannot be read: " + SmallFiles.why(e), e);
            }
        };
    }

    /** The environment variable {@link #VARIABLE}. */
    static CredentialsProvider environment() {
        return environment(VARIABLE);
    }

    /** An environment variable with {@code KEYID:SECRET}. */
    static CredentialsProvider environment(String variable) {
        Objects.requireNonNull(variable, "variable");
        return () -> {
            String text = Optional.ofNullable(System.getenv(variable))
                    .orElseThrow(() -> new IllegalArgumentException(variable + " is not set in the environment"));
            return Credentials.parse("environment variable " + variable, text);
        };
    }

    /** The first that has some, asked in this order each time. If none has, the error says why of each. */
    static CredentialsProvider firstOf(CredentialsProvider... providers) {
        Objects.requireNonNull(providers, "providers");
        return new FirstOf(List.of(providers));
    }
}
