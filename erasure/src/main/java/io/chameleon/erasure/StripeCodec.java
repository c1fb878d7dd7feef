package io.chameleon.erasure;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts a whole segment to its fragments and back: {@link StripeLayout} cuts it, {@link ErasureCodecs} has the
 * codec. Replication is the code with k = 1, so both redundancy policies take this path.
 *
 * <p>Immutable, safe from any thread. It is passed to its users, and not final, so that a test can inject a faulty one.
 */
public class StripeCodec {
    private final Optional<CodecKind> kind;

    /** By the codec that is the fastest on this machine, see {@link ErasureCodecs#defaultKind}. */
    public StripeCodec() {
        kind = Optional.empty();
    }

    /** By a chosen codec; {@link IllegalArgumentException} unless it {@linkplain CodecKind#isAvailable works here}. */
    public StripeCodec(CodecKind kind) {
        if (!kind.isAvailable()) {
            throw new IllegalArgumentException("erasure codec: '" + kind + "' given, expected one that works here");
        }
        this.kind = Optional.of(kind);
    }

    /**
     * All k + m fragments of a segment, each {@link StripeLayout#shardBytes} long. For a replicated segment it is the
     * array itself, k + m times.
     *
     * <p>Cost: k = 1: nothing, else O(k · m · n), and (k + m) / k times the segment in new arrays.
     */
    public byte[][] encode(ErasureCode code, byte[] segment) {
        StripeLayout layout = new StripeLayout(code.dataShards(), code.parityShards(), segment.length);
        if (code.dataShards() == 1) {
            byte[][] copies = new byte[layout.width()][];
            Arrays.fill(copies, segment);
            return copies;
        }
        byte[][] shards = layout.split(segment, 0);
        codec(code).encode(shards, 0, layout.shardBytes());
        return shards;
    }

    /**
     * All k + m fragments of a segment from those that are present. Present fragments are returned as they are, the
     * others are new arrays.
     *
     * <p>Cost: O(k · absent · n).
     *
     * <p>Errors: {@link NotEnoughShardsException} if the present ones do not yield the others;
     * {@link IllegalArgumentException} naming a fragment that is too short. A fragment with wrong content goes
     * unnoticed: check its checksum first.
     *
     * @param fragments by index, k + m of them, null where absent
     * @param segmentBytes length of the segment
     */
    public byte[][] restore(ErasureCode code, byte[] @Nullable [] fragments, int segmentBytes) {
        boolean[] all = new boolean[fragments.length];
        Arrays.fill(all, true);
        return restore(code, fragments, all, segmentBytes);
    }

    /**
     * As {@link #restore(ErasureCode, byte[][], int)}, but only the wanted fragments; those that are neither present
     * nor wanted are empty. Of a locally repairable code some of a group are enough for others of it.
     */
    public byte[][] restore(ErasureCode code, byte[] @Nullable [] fragments, boolean[] wanted, int segmentBytes) {
        int length = new StripeLayout(code.dataShards(), code.parityShards(), segmentBytes).shardBytes();
        byte[][] shards = new byte[fragments.length][];
        boolean[] present = new boolean[fragments.length];
        for (int index = 0; index < fragments.length; index++) {
            byte[] fragment = fragments[index];
            present[index] = fragment != null;
            shards[index] = fragment != null ? fragment : new byte[wanted[index] ? length : 0];
        }
        codec(code).reconstruct(shards, present, wanted, 0, length);
        return shards;
    }

    private ErasureCodec codec(ErasureCode code) {
        return ErasureCodecs.codecFor(kind.orElseGet(ErasureCodecs::defaultKind), code);
    }
}
