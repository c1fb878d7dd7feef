package io.chameleon.erasure;

import java.util.Arrays;

/** Small arrays of references to a call's shards, lent for that call. */
final class ScratchPool {
    record Scratch(byte[][] inputs, byte[][] outputs) {}

    private final SlotPool<Scratch> pool;

    ScratchPool(int maxInputs, int maxOutputs) {
        pool = new SlotPool<>(() -> new Scratch(new byte[maxInputs][], new byte[maxOutputs][]));
    }

    /** Filled with the chosen shards. */
    Scratch take(byte[][] shards, int[] inputs, int[] outputs) {
        Scratch scratch = pool.take();
        for (int i = 0; i < inputs.length; i++) {
            scratch.inputs[i] = shards[inputs[i]];
        }
        for (int i = 0; i < outputs.length; i++) {
            scratch.outputs[i] = shards[outputs[i]];
        }
        return scratch;
    }

    /** Clears the shards, so that a pool never keeps a caller's data alive. */
    void giveBack(Scratch scratch) {
        Arrays.fill(scratch.inputs, null);
        Arrays.fill(scratch.outputs, null);
        pool.giveBack(scratch);
    }
}
