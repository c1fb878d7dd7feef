package io.chameleon.server.cluster;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.function.Consumer;

/**
 * Whether the server is being emptied. If so, it serves reads and deletes and refuses puts. Lasts until the process
 * ends.
 */
public final class Drain {
    private final Consumer<Boolean> announce;
    private volatile boolean draining;

    /**
     * @param announce called with every change before it is answered; may wait
     */
    public Drain(Consumer<Boolean> announce) {
        this.announce = announce;
    }

    public boolean isDraining() {
        return draining;
    }

    /** Refuses puts at once, or takes them again, and tells the cluster. */
    public synchronized void set(boolean drain) {
        draining = drain;
        announce.accept(drain);
    }

    /** Throws {@code DRAINING} if the server is being emptied. */
    public void requireTakingWrites() {
        if (draining) {
            throw new ChameleonError(ErrorCode.DRAINING, "this server is draining and takes no new fragments");
        }
    }
}
