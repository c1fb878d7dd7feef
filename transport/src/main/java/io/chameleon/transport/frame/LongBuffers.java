package io.chameleon.transport.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Buffers for whole fragments, which are used again. Netty's pool gives a chunk back to the system as soon as nothing
 * of it is in use, and zeroes each new one: with long buffers, which come and go, that is all the time. Safe from any
 * thread.
 *
 * <p>Memory: what is in use, and at most 8 MiB of each size that are not. They go back to the pool once none of that
 * size has been asked for in a second, though others have.
 */
public final class LongBuffers {
    /** Beside a fragment of a power of two: the control header. */
    private static final int HEADER_BYTES = 4 << 10;

    private static final int MOST_IDLE_BYTES = (int) Math.min(8 << 20, PlatformDependent.maxDirectMemory() / 16);
    private static final long IDLE_NANOS = 1_000_000_000;

    /** Of a segment of 1 MiB and of 4 MiB under EC(4+2), for example. */
    private static final List<LongBuffers> SIZES = List.of(
            new LongBuffers((256 << 10) + HEADER_BYTES, MOST_IDLE_BYTES, System::nanoTime),
            new LongBuffers((1 << 20) + HEADER_BYTES, MOST_IDLE_BYTES, System::nanoTime));

    private final int size;
    private final int mostIdle;
    private final LongSupplier nanoTime;
    /** Each with one reference, which is this object's. */
    private final Deque<ByteBuf> idle = new ArrayDeque<>();

    private final Consumer<ByteBuf> home = this::give;
    private volatile long usedNanos;

    LongBuffers(int size, int mostIdleBytes, LongSupplier nanoTime) {
        this.size = size;
        this.mostIdle = mostIdleBytes / size;
        this.nanoTime = nanoTime;
        usedNanos = nanoTime.getAsLong();
    }

    /**
     * A direct buffer of exactly that capacity; the allocator's own if it is not long, or the allocator not Netty's.
     */
    @SuppressWarnings("ReferenceEquality")
    public static ByteBuf allocate(ByteBufAllocator allocator, int capacity) {
        if (allocator == PooledByteBufAllocator.DEFAULT) {
            for (LongBuffers buffers : SIZES) {
                buffers.tidy();
                if (capacity > buffers.size / 2 && capacity <= buffers.size) {
                    return buffers.lend(capacity);
                }
            }
        }
        return allocator.directBuffer(capacity, capacity);
    }

    ByteBuf lend(int capacity) {
        return new LentBuffer(take(), capacity, home);
    }

    /** Others may need the memory by now. */
    void tidy() {
        if (nanoTime.getAsLong() - usedNanos > IDLE_NANOS) {
            List<ByteBuf> unused;
            synchronized (this) {
                unused = List.copyOf(idle);
                idle.clear();
            }
            usedNanos = nanoTime.getAsLong();
            unused.forEach(ByteBuf::release);
        }
    }

    private ByteBuf take() {
        usedNanos = nanoTime.getAsLong();
        synchronized (this) {
            if (!idle.isEmpty()) {
                // The one used last is still in the processor's caches.
                return idle.pop();
            }
        }
        return PooledByteBufAllocator.DEFAULT.directBuffer(size, size);
    }

    private void give(ByteBuf memory) {
        synchronized (this) {
            if (idle.size() < mostIdle) {
                idle.push(memory);
                return;
            }
        }
        memory.release();
    }

    synchronized int idleBytes() {
        return idle.size() * size;
    }
}
