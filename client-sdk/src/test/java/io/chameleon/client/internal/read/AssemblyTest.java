package io.chameleon.client.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.internal.call.Workers;
import io.chameleon.erasure.ErasureCodecs;
import io.chameleon.erasure.StripeLayout;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AssemblyTest {
    private static final int LARGE = 300_001;
    private static final ScheduledExecutorService SCHEDULER = Executors.newSingleThreadScheduledExecutor();

    @AfterAll
    static void stop() {
        SCHEDULER.shutdownNow();
    }

    /** Counts what is not released. */
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);

    private final Queue<Runnable> handedOver = new ArrayDeque<>();
    private final Assembly assembly = assembly(handedOver::add);

    private static Assembly assembly(Executor executor) {
        return new Assembly(new Workers(executor, Runnable::run, SCHEDULER, Duration.ofHours(1)));
    }

    @AfterEach
    void everyFragmentIsReleased() {
        assertThat(allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4096, 20_000, LARGE})
    void anyFourOfSixShards_giveTheSegment(int bytes) {
        byte[] segment = bytes(bytes);
        StripeLayout layout = new StripeLayout(4, 2, bytes);
        byte[][] shards = layout.split(segment, 0);
        ErasureCodecs.codecFor(4, 2).encode(shards, 0, layout.shardBytes());
        for (int lost = 0; lost < 1 << 6; lost++) {
            if (Integer.bitCount(lost) > 2) {
                continue;
            }
            Map<Integer, ByteBuf> here = new HashMap<>();
            for (int i = 0; i < 6; i++) {
                if ((lost & 1 << i) == 0 && !layout.isPadding(i)) {
                    here.put(i, buffer(shards[i]));
                }
            }

            CompletableFuture<byte[]> joined = assembly.join(layout, here);
            handedOver.forEach(Runnable::run);
            handedOver.clear();

            assertThat(here(joined)).as("without the shards of %s", lost).isEqualTo(segment);
        }
    }

    @Test
    void piecesInOrder_giveTheBytes_withoutThePaddingOfTheLast() {
        List<ByteBuf> pieces = List.of(buffer(new byte[] {1, 2}), buffer(new byte[] {3, 0}));

        assertThat(here(assembly.concatenate(pieces, 3))).containsExactly(1, 2, 3);
    }

    @Test
    void largeSegment_isNotCopiedOnTheCallersThread() {
        CompletableFuture<byte[]> bytes = assembly.concatenate(List.of(buffer(bytes(LARGE))), LARGE);

        assertThat(bytes).isNotDone();
        handedOver.remove().run();
        assertThat(here(bytes)).isEqualTo(bytes(LARGE));
    }

    @Test
    void executorThatTakesNothingMore_failsTheRead() {
        Assembly closing = assembly(task -> {
            throw new RejectedExecutionException("closed");
        });

        assertThat(closing.concatenate(List.of(buffer(bytes(LARGE))), LARGE))
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void executorThatNeverBegins_failsTheRead_andReleasesWhatItHeld() {
        Assembly stuck = new Assembly(new Workers(handedOver::add, Runnable::run, SCHEDULER, Duration.ofMillis(1)));

        CompletableFuture<byte[]> bytes = stuck.concatenate(List.of(buffer(bytes(LARGE))), LARGE);

        assertThatThrownBy(bytes::join).hasMessageContaining("executor has not begun");
        handedOver.remove().run();
    }

    @Test
    void oneOfAllFails_itsFailureIsTold() {
        CompletableFuture<ByteBuf> late = new CompletableFuture<>();
        List<CompletableFuture<ByteBuf>> pieces = IntStream.range(0, 3)
                .mapToObj(i -> i == 1 ? late : CompletableFuture.completedFuture(buffer(bytes(10))))
                .toList();

        CompletableFuture<List<ByteBuf>> all = Assembly.all(pieces);
        late.completeExceptionally(new IllegalStateException("told to fail"));

        assertThatThrownBy(all::join).hasCauseInstanceOf(IllegalStateException.class);
    }

    private static byte[] here(CompletableFuture<byte[]> bytes) {
        assertThat(bytes.isDone()).isTrue();
        return bytes.join();
    }

    private ByteBuf buffer(byte[] bytes) {
        return allocator.directBuffer(bytes.length).writeBytes(bytes);
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
