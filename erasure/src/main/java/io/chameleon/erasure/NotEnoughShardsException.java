package io.chameleon.erasure;

/** Fewer shards are present than the code needs: request more from other servers, then report loss. */
public final class NotEnoughShardsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int present;
    private final int needed;

    static NotEnoughShardsException of(boolean[] present, ErasureCode code) {
        int count = 0;
        for (boolean there : present) {
            count += there ? 1 : 0;
        }
        return new NotEnoughShardsException(count, code);
    }

    private NotEnoughShardsException(int present, ErasureCode code) {
        super("shards of a " + code + " stripe: " + present + " present, expected "
                + (code.isLocal() ? "such as yield what is missing" : "at least " + code.dataShards()));
        this.present = present;
        this.needed = code.dataShards();
    }

    /** Number of present shards. */
    public int present() {
        return present;
    }

    /** Shards that suffice, k; of a locally repairable code the fewest. */
    public int needed() {
        return needed;
    }
}
