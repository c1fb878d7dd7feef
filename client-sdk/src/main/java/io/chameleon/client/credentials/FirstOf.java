package io.chameleon.client.credentials;

import io.chameleon.core.Require;
import java.util.ArrayList;
import java.util.List;

/** Asks several, in order. */
record FirstOf(List<CredentialsProvider> providers) implements CredentialsProvider {
    FirstOf {
        providers = List.copyOf(providers);
        Require.that(!providers.isEmpty(), "credentials providers", providers, "at least one");
    }

    @Override
    public Credentials credentials() {
        List<Exception> failures = new ArrayList<>();
        for (CredentialsProvider provider : providers) {
            try {
                return provider.credentials();
            } catch (Exception e) {
                failures.add(e);
            }
        }
        IllegalArgumentException none = new IllegalArgumentException(
                String.join("; ", failures.stream().map(FirstOf::reason).toList()));
        failures.forEach(none::addSuppressed);
        throw none;
    }

    private static String reason(Exception failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }
}
