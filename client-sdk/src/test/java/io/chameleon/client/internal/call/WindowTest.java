package io.chameleon.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.testing.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class WindowTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private final Window window = new Window(100);
    private final Scope scope = Scope.root();

    @Test
    void whoFindsItFull_waits_inTheOrderOfArrival() {
        List<String> begun = new ArrayList<>();
        CompletableFuture<Void> first = start("first", 80, begun, scope);
        CompletableFuture<Void> large = start("large", 90, begun, scope);
        CompletableFuture<Void> small = start("small", 10, begun, scope);
        assertThat(begun).as("the small one would fit, but is not let past").containsExactly("first");

        first.complete(null);
        assertThat(begun).containsExactly("first", "large", "small");
        large.complete(null);
        small.complete(null);
    }

    @Test
    void whoGivesUp_isPassedOver() {
        List<String> begun = new ArrayList<>();
        Scope impatient = scope.child();
        CompletableFuture<Void> first = start("first", 100, begun, scope);
        var unused1 = start("impatient", 100, begun, impatient);
        var unused2 = start("patient", 50, begun, scope);

        impatient.close();
        first.complete(null);

        assertThat(begun).containsExactly("first", "patient");
    }

    @Test
    void moreThanAllThereIs_runsAlone() {
        List<String> begun = new ArrayList<>();
        CompletableFuture<Void> small = start("small", 1, begun, scope);
        CompletableFuture<Void> huge = start("huge", 1_000, begun, scope);
        var unused3 = start("next", 1, begun, scope);
        small.complete(null);
        assertThat(begun).containsExactly("small", "huge");

        huge.complete(null);

        assertThat(begun).containsExactly("small", "huge", "next");
    }

    @Test
    void workThatFails_orThrows_givesItsRoomBack() {
        List<String> begun = new ArrayList<>();
        CompletableFuture<Void> thrown = window.run(scope, 100, () -> {
            throw new IllegalStateException("told to fail");
        });
        start("failing", 100, begun, scope).completeExceptionally(new IllegalStateException("told to fail"));
        var unused4 = start("next", 100, begun, scope);

        assertThatThrownBy(thrown::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(begun).containsExactly("failing", "next");
    }

    /** As when a client is closed, or its servers are gone. */
    @Test
    void manyWhoseWorkEndsAsSoonAsItBegins_allGetTheirTurn_onAStackOfOneDepth() {
        CompletableFuture<Void> first = start("first", 100, new ArrayList<>(), scope);
        List<CompletableFuture<Integer>> waiting = IntStream.range(0, 50_000)
                .mapToObj(i -> window.run(scope, 100, () -> CompletableFuture.completedFuture(i)))
                .toList();

        first.complete(null);

        assertThat(waiting).allMatch(turn -> turn.isDone() && !turn.isCompletedExceptionally());
    }

    @Test
    void manyAtRandom_neverTakeMoreThanThereIs_andAllGetTheirTurn() {
        Random random = new Random(SEED.value());
        List<CompletableFuture<Void>> running = new ArrayList<>();
        long[] used = {0};
        int[] done = {0};
        for (int i = 0; i < 1_000; i++) {
            int units = 1 + random.nextInt(60);
            var unused = window.run(scope, units, () -> {
                        CompletableFuture<Void> work = new CompletableFuture<>();
                        running.add(work);
                        used[0] += units;
                        assertThat(used[0]).isLessThanOrEqualTo(100);
                        return work.thenRun(() -> used[0] -= units);
                    })
                    .thenRun(() -> done[0]++);
            if (random.nextBoolean() && !running.isEmpty()) {
                running.remove(random.nextInt(running.size())).complete(null);
            }
        }
        while (!running.isEmpty()) {
            running.remove(0).complete(null);
        }
        assertThat(done[0]).isEqualTo(1_000);
    }

    /** The test completes what it waits for. */
    private CompletableFuture<Void> start(String name, long units, List<String> begun, Scope within) {
        CompletableFuture<Void> work = new CompletableFuture<>();
        var unused = window.run(within, units, () -> {
            begun.add(name);
            return work;
        });
        return work;
    }
}
