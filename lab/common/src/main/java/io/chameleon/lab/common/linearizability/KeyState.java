package io.chameleon.lab.common.linearizability;

/**
 * A state that one key may be in, and what must have happened to reach it.
 *
 * @param value what the key holds
 * @param done one bit for each open operation that has taken effect already
 * @param deletes how many deletes of unknown outcome have taken effect
 * @param unseen how many puts of unknown outcome that no client read have taken effect
 */
record KeyState(long value, long done, int deletes, int unseen) {
    boolean has(int slot) {
        return (done >>> slot & 1) != 0;
    }

    KeyState with(long next, int slot) {
        return new KeyState(next, done | 1L << slot, deletes, unseen);
    }

    KeyState without(int slot) {
        return new KeyState(value, done & ~(1L << slot), deletes, unseen);
    }

    /** Whether everything that can follow {@code other} can follow this too. */
    boolean covers(KeyState other) {
        return deletes <= other.deletes && unseen <= other.unseen;
    }
}
