package io.chameleon.balancer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waiting for answers on a virtual thread. */
final class Calls {
    private Calls() {}

    /** The answer, or the very exception that the call failed with. */
    static <T> T await(CompletableFuture<T> call) {
        try {
            return call.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
