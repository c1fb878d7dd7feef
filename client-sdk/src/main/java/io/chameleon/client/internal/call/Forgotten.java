package io.chameleon.client.internal.call;

import java.lang.ref.Cleaner;

/** Cleans up after what the caller did not close. */
public final class Forgotten {
    private static final Cleaner CLEANER = Cleaner.create();

    private Forgotten() {}

    /**
     * Does it when told, or once nobody has {@code handle}.
     *
     * @param cleanUp must not refer to the handle
     */
    public static Cleaner.Cleanable then(Object handle, Runnable cleanUp) {
        return CLEANER.register(handle, cleanUp);
    }
}
