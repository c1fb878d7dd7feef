package io.chameleon.transport.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongBuffersTest {
    private static final int SIZE = 10_000;
    private static final byte MARK = 42;

    private final AtomicLong nanos = new AtomicLong();
    private final LongBuffers buffers = new LongBuffers(SIZE, 2 * SIZE, nanos::get);

    /** Nothing may look as if it had leaked. */
    @AfterEach
    void giveBack() {
        nanos.addAndGet(2_000_000_000);
        buffers.tidy();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100_000, 262_144, 262_300, 700_000, 1_048_576, 1_052_672, 1_052_673})
    void buffer_ofAnyCapacity_isEmptyAndHasRoomForExactlyThat(int capacity) {
        ByteBuf buffer = LongBuffers.allocate(PooledByteBufAllocator.DEFAULT, capacity);
        assertThat(buffer.isDirect()).isTrue();
        assertThat(buffer.readableBytes()).isZero();
        assertThat(buffer.writableBytes()).isEqualTo(capacity);
        assertThat(buffer.maxCapacity()).isEqualTo(capacity);
        buffer.release();
    }

    @Test
    void buffer_whoseLastReferenceIsReleased_isLentAgain() {
        ByteBuf first = buffers.lend(SIZE);
        first.writeByte(MARK);
        ByteBuf slice = first.retainedSlice();
        first.release();
        assertThat(buffers.idleBytes()).isZero();
        slice.release();
        assertThat(buffers.idleBytes()).isEqualTo(SIZE);

        ByteBuf second = buffers.lend(SIZE - 1);
        assertThat(second.getByte(0)).isEqualTo(MARK);
        assertThat(second.writableBytes()).isEqualTo(SIZE - 1);
        second.release();
    }

    @Test
    void buffers_inUseAtATime_doNotShareMemory() {
        buffers.lend(SIZE).release();
        ByteBuf one = buffers.lend(SIZE).writeByte(1);
        ByteBuf two = buffers.lend(SIZE).writeByte(2);
        assertThat(one.getByte(0)).isEqualTo((byte) 1);
        one.release();
        two.release();
    }

    @Test
    void memory_thatIsNotInUse_staysWithinItsBound() {
        List<ByteBuf> many = Stream.generate(() -> buffers.lend(SIZE)).limit(5).toList();
        many.forEach(ByteBuf::release);
        assertThat(buffers.idleBytes()).isEqualTo(2 * SIZE);
    }

    @Test
    void memory_thatWasNotInUseForASecond_goesBackWhenOtherBuffersAreAskedFor() {
        buffers.lend(SIZE).release();
        nanos.addAndGet(1_000_000_000);
        buffers.tidy();
        assertThat(buffers.idleBytes()).isEqualTo(SIZE);
        nanos.addAndGet(1);
        buffers.tidy();
        assertThat(buffers.idleBytes()).isZero();
    }

    @Test
    void buffer_ofAnotherAllocator_isThatOne() {
        UnpooledByteBufAllocator other = new UnpooledByteBufAllocator(true);
        ByteBuf buffer = LongBuffers.allocate(other, 1 << 20);
        assertThat(other.metric().usedDirectMemory()).isEqualTo(1 << 20);
        buffer.release();
        assertThat(other.metric().usedDirectMemory()).isZero();
    }
}
