package io.chameleon.transport.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test class if a buffer was garbage-collected without having been released. */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
        CountingLeakDetector.LEAKS.clear();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        for (int i = 0; i < 3; i++) {
            System.gc();
            // The detector looks for leaked buffers when it allocates a new one.
            PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
            UnpooledByteBufAllocator.DEFAULT.heapBuffer(1).release();
        }
        assertThat(CountingLeakDetector.LEAKS).isEmpty();
    }
}
