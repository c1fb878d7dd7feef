package io.chameleon.erasure;

/** Fewer shards are present than the code needs: request more from other servers, then report loss. */
public final class NotEnoughShardsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int present;
    private final int needed;

    NotEnoughShardsException(int present, int needed, int parityShards) {
        super("shards of a " + needed + "+" + parityShards + " stripe: " + present + " present, expected at least "
                + needed);
        this.present = present;
        this.needed = needed;
    }

    /** Number of present shards. */
    public int present() {
        return present;
    }

    /** Shards that suffice, k. */
    public int needed() {
        return needed;
    }
}
