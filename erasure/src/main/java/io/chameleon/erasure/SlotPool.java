package io.chameleon.erasure;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Working memory, lent for one call. It has a fixed number of slots, taken and returned without a lock; when all are
 * taken, further callers get new memory. Not a ThreadLocal: threads may be many, and short-lived.
 */
final class SlotPool<T> {
    private final AtomicReferenceArray<T> slots =
            new AtomicReferenceArray<>(2 * Runtime.getRuntime().availableProcessors());
    private final Supplier<T> maker;

    SlotPool(Supplier<T> maker) {
        this.maker = maker;
    }

    T take() {
        for (int i = 0; i < slots.length(); i++) {
            T free = slots.get(i);
            if (free != null && slots.compareAndSet(i, free, null)) {
                return free;
            }
        }
        return maker.get();
    }

    void giveBack(T lent) {
        for (int i = 0; i < slots.length(); i++) {
            if (slots.compareAndSet(i, null, lent)) {
                return;
            }
        }
    }
}
