package io.chameleon.transport.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** The first bytes of a longer buffer, which goes home when nobody refers to this one any more. */
final class LentBuffer extends UnpooledDirectByteBuf {
    private final ByteBuf memory;
    private final Consumer<ByteBuf> home;

    /** @param home gets the memory back */
    LentBuffer(ByteBuf memory, int capacity, Consumer<ByteBuf> home) {
        super(PooledByteBufAllocator.DEFAULT, bytes(memory, capacity), capacity);
        this.memory = memory;
        this.home = home;
        setIndex(0, 0);
    }

    private static ByteBuffer bytes(ByteBuf memory, int capacity) {
        return memory.nioBuffer(0, capacity);
    }

    /** Never the one view that is kept for such calls: several connections may send from the same buffer. */
    @Override
    public ByteBuffer internalNioBuffer(int index, int length) {
        return nioBuffer(index, length);
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        home.accept(memory);
    }
}
