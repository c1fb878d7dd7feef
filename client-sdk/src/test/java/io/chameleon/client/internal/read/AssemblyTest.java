package io.chameleon.client.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.call.Workers;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCode;
import io.chameleon.erasure.ErasureCodecs;
import io.chameleon.erasure.StripeLayout;
import io.chameleon.transport.client.FragmentRead;
import io.chameleon.transport.frame.Crc;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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
        return Assembly.copying(new Workers(executor, Runnable::run, SCHEDULER, Duration.ofHours(1)));
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
            Map<Integer, FragmentRead> here = new HashMap<>();
            for (int i = 0; i < 6; i++) {
                if ((lost & 1 << i) == 0 && !layout.isPadding(i)) {
                    here.put(i, fragment(shards[i]));
                }
            }

            CompletableFuture<Piece> joined = assembly.join(new ErasureCode(4, 2), layout, here);
            handedOver.forEach(Runnable::run);
            handedOver.clear();

            assertThat(here(joined)).as("without the shards of %s", lost).isEqualTo(segment);
        }
    }

    @Test
    void piecesInOrder_giveTheBytes_withoutThePaddingOfTheLast() {
        List<FragmentRead> pieces = List.of(fragment(new byte[] {1, 2}), fragment(new byte[] {3, 0}));

        assertThat(here(assembly.concatenate(pieces, 3))).containsExactly(1, 2, 3);
    }

    @Test
    void largeSegment_isNotCopiedOnTheCallersThread() {
        CompletableFuture<Piece> bytes = assembly.concatenate(List.of(fragment(bytes(LARGE))), LARGE);

        assertThat(bytes).isNotDone();
        handedOver.remove().run();
        assertThat(here(bytes)).isEqualTo(bytes(LARGE));
    }

    @Test
    void executorThatTakesNothingMore_failsTheRead() {
        Assembly closing = assembly(task -> {
            throw new RejectedExecutionException("closed");
        });

        assertThat(closing.concatenate(List.of(fragment(bytes(LARGE))), LARGE))
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void executorThatNeverBegins_failsTheRead_andReleasesWhatItHeld() {
        Assembly stuck = Assembly.copying(new Workers(handedOver::add, Runnable::run, SCHEDULER, Duration.ofMillis(1)));

        CompletableFuture<Piece> bytes = stuck.concatenate(List.of(fragment(bytes(LARGE))), LARGE);

        assertThatThrownBy(bytes::join).hasMessageContaining("executor has not begun");
        handedOver.remove().run();
    }

    @Test
    void oneOfAllFails_itsFailureIsTold() {
        CompletableFuture<FragmentRead> late = new CompletableFuture<>();
        List<CompletableFuture<FragmentRead>> pieces = IntStream.range(0, 3)
                .mapToObj(i -> i == 1 ? late : CompletableFuture.completedFuture(fragment(bytes(10))))
                .toList();

        CompletableFuture<List<FragmentRead>> all = Assembly.all(pieces);
        late.completeExceptionally(new IllegalStateException("told to fail"));

        assertThatThrownBy(all::join).hasCauseInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4096, 20_000, LARGE})
    void lending_copiesNothing_andHoldsTheFragmentsUntilTheyAreGivenBack(int bytes) {
        byte[] segment = bytes(bytes);
        StripeLayout layout = new StripeLayout(4, 2, bytes);
        byte[][] shards = layout.split(segment, 0);
        Map<Integer, FragmentRead> data = new HashMap<>();
        IntStream.range(0, layout.storedDataShards()).forEach(i -> data.put(i, fragment(shards[i])));
        Scope scope = Scope.root();

        Piece piece = lending(scope).join(new ErasureCode(4, 2), layout, data).join();
        piece.take();
        scope.close();

        assertThat(handedOver).isEmpty();
        assertThat(piece.array()).isEqualTo(segment);
        assertThat(piece.crc32c()).isEqualTo(Crc.of(segment));
        data.values()
                .forEach(fragment -> assertThat(fragment.payload().refCnt()).isOne());
        piece.release();
    }

    @Test
    void lending_decodesWhatParityStandsInFor() {
        byte[] segment = bytes(LARGE);
        StripeLayout layout = new StripeLayout(4, 2, LARGE);
        byte[][] shards = layout.split(segment, 0);
        ErasureCodecs.codecFor(4, 2).encode(shards, 0, layout.shardBytes());
        Map<Integer, FragmentRead> here = new HashMap<>();
        IntStream.of(0, 2, 3, 5).forEach(i -> here.put(i, fragment(shards[i])));

        CompletableFuture<Piece> joined = lending(Scope.root()).join(new ErasureCode(4, 2), layout, here);
        handedOver.remove().run();

        assertThat(here(joined)).isEqualTo(segment);
    }

    private Assembly lending(Scope scope) {
        return Assembly.lending(
                new Workers(handedOver::add, Runnable::run, SCHEDULER, Duration.ofHours(1)), new Custody(scope));
    }

    private static byte[] here(CompletableFuture<Piece> bytes) {
        assertThat(bytes.isDone()).isTrue();
        return bytes.join().array();
    }

    private FragmentRead fragment(byte[] bytes) {
        ByteBuf payload = allocator.directBuffer(bytes.length).writeBytes(bytes);
        return new FragmentRead(bytes.length, 0, RedundancyScheme.EC_4_2, 0, payload, OptionalInt.empty());
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
