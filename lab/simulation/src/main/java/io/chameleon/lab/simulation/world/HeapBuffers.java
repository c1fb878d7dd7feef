package io.chameleon.lab.simulation.world;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;

/** Buffers for the garbage collector: a killed process releases nothing that it held. */
public final class HeapBuffers extends AbstractByteBufAllocator {
    public static final HeapBuffers INSTANCE = new HeapBuffers();

    private HeapBuffers() {
        super(false);
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return new UnpooledHeapByteBuf(this, initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        return newHeapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    public CompositeByteBuf compositeDirectBuffer(int maxComponents) {
        return compositeHeapBuffer(maxComponents);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return false;
    }
}
