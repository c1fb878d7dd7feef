package io.chameleon.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test class after which a buffer was collected that nobody had released. */
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
            // The detector looks for lost buffers when it meets a new one.
            PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
            UnpooledByteBufAllocator.DEFAULT.heapBuffer(1).release();
        }
        assertThat(CountingLeakDetector.LEAKS).isEmpty();
    }
}
