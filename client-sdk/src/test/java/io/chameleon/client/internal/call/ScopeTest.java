package io.chameleon.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class ScopeTest {
    private final Scope scope = Scope.root();

    @Test
    void closing_cancelsWhatRunsInItAndInItsParts() {
        CompletableFuture<String> here = new CompletableFuture<>();
        CompletableFuture<String> below = new CompletableFuture<>();
        CompletableFuture<String> one = scope.call(() -> here);
        CompletableFuture<String> two = scope.child().call(() -> below);

        scope.close();

        assertThat(one).isCancelled();
        assertThat(two).isCancelled();
    }

    @Test
    void closingAPart_leavesTheRest() {
        CompletableFuture<String> here = new CompletableFuture<>();
        CompletableFuture<String> below = new CompletableFuture<>();
        CompletableFuture<String> one = scope.call(() -> here);
        Scope part = scope.child();
        CompletableFuture<String> two = part.call(() -> below);

        part.close();

        assertThat(one).isNotDone();
        assertThat(two).isCancelled();
    }

    @Test
    void closedScope_startsNothing() {
        scope.close();
        boolean[] started = new boolean[1];

        CompletableFuture<String> refused = scope.child().call(() -> {
            started[0] = true;
            return new CompletableFuture<>();
        });

        assertThat(refused).isCompletedExceptionally();
        assertThat(started[0]).isFalse();
    }

    @Test
    void callThatThrows_isAFailedFuture() {
        assertThat(scope.call(() -> {
                    throw new IllegalArgumentException("port");
                }))
                .isCompletedExceptionally();
    }
}
