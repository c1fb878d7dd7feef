package io.chameleon.erasure;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Small arrays of references, lent for one call. A fixed number of slots, taken and returned without a lock; with more callers
 * at a time than slots, the last ones get new arrays. Not a ThreadLocal: threads may be many, and short-lived.
 */
final class ScratchPool {
    record Scratch(byte[][] inputs, byte[][] outputs) {}

    private final int maxInputs;
    private final int maxOutputs;
    private final AtomicReferenceArray<Scratch> slots;

    ScratchPool(int maxInputs, int maxOutputs) {
        this.maxInputs = maxInputs;
        this.maxOutputs = maxOutputs;
        slots = new AtomicReferenceArray<>(2 * Runtime.getRuntime().availableProcessors());
    }

    /** Filled with the chosen shards. */
    Scratch take(byte[][] shards, int[] inputs, int[] outputs) {
        Scratch scratch = free();
        for (int i = 0; i < inputs.length; i++) {
            scratch.inputs[i] = shards[inputs[i]];
        }
        for (int i = 0; i < outputs.length; i++) {
            scratch.outputs[i] = shards[outputs[i]];
        }
        return scratch;
    }

    /** Forgets the shards, so that a pool never keeps a caller's data alive. */
    void giveBack(Scratch scratch) {
        Arrays.fill(scratch.inputs, null);
        Arrays.fill(scratch.outputs, null);
        for (int i = 0; i < slots.length(); i++) {
            if (slots.compareAndSet(i, null, scratch)) {
                return;
            }
        }
    }

    private Scratch free() {
        for (int i = 0; i < slots.length(); i++) {
            Scratch scratch = slots.get(i);
            if (scratch != null && slots.compareAndSet(i, scratch, null)) {
                return scratch;
            }
        }
        return new Scratch(new byte[maxInputs][], new byte[maxOutputs][]);
    }
}
