package io.chameleon.erasure;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A systematic code with k data and m parity shards: k ≥ 1, m ≥ 0, k + m ≤ 256. It is Reed-Solomon, or locally
 * repairable ({@link ErasureCode}). With k = 1 every shard is a copy of the data, so replication needs no second path.
 * All codecs give the same bytes for the same code.
 *
 * <p>Shape of every call: {@code shards.length == k + m}, data first. Only bytes {@code [offset, offset + length)} of
 * each array are read or written; the arrays may be longer, and of different lengths. A written array is no other
 * shard's array (unless k = 1).
 *
 * <p>Buffers work like arrays: indexes are absolute, positions are ignored and unchanged, limits count as lengths. A
 * written buffer shares no memory with another. ISA-L works on direct buffers in place; the other codecs copy all
 * buffers through the processor's cache, so they are faster on arrays. The caller must not free a buffer's memory
 * during the call.
 *
 * <p>Stateless to its callers, safe from any thread. Calls allocate nothing once a pattern of absent shards is cached;
 * the cache holds 64 patterns (fewer if k · m is above 128). With more than two concurrent callers per processor,
 * Backblaze's codec allocates k + m references for each further one.
 *
 * <p>Source: Chameleon IV-A uses RS(6,4), which in our notation is k = 4, m = 2; the matrix is Backblaze's.
 */
public interface ErasureCodec {
    /** Which code it is. */
    ErasureCode code();

    /** Shards that hold the data, k: any k shards suffice to read, unless the code is locally repairable. */
    int dataShards();

    /** Shards that do not, m: so many may be lost, unless the code is locally repairable. */
    int parityShards();

    /** Which implementation this is; logged at start. */
    CodecKind kind();

    /** All shards of a stripe, k + m. */
    default int width() {
        return dataShards() + parityShards();
    }

    /**
     * Computes the parity of one stripe in place.
     *
     * <p>Before: shards 0 … k - 1 hold the data. After: shards k … k + m - 1 hold the parity.
     *
     * <p>Cost: O(k · m · length).
     *
     * <p>Errors: {@link IllegalArgumentException} naming the shard that is missing, too short or used twice.
     *
     * @param offset first byte of each array
     * @param length bytes of each shard; 0 is valid
     */
    void encode(byte[][] shards, int offset, int length);

    /**
     * Rebuilds every absent shard of one stripe in place.
     *
     * <p>As {@link #reconstruct(byte[][], boolean[], boolean[], int, int)} with all absent shards wanted.
     */
    void reconstruct(byte[][] shards, boolean[] present, int offset, int length);

    /**
     * Rebuilds the wanted shards of one stripe in place; a wanted shard that is present stays as it is.
     *
     * <p>Before: a present shard holds its bytes, a wanted one has an array to be filled, any other may be
     * {@code null}. At least k are present, or enough of each wanted shard's local group. The first k present ones are
     * read; of a locally repairable code as few of the first independent ones as yield the wanted. After: all wanted
     * shards hold their bytes; no other has changed.
     *
     * <p>Cost: O(k · rebuilt · length); a new pattern of absent shards costs O(k³) once, and is then cached.
     *
     * <p>Errors: {@link NotEnoughShardsException} if the present ones do not yield the wanted, as fewer than k do not:
     * ask other servers, then report loss. {@link IllegalArgumentException} naming the shard that is missing, too short
     * or used twice. A shard with wrong content goes unnoticed: check its checksum first.
     *
     * @param present per shard: is it here?
     * @param wanted per shard: must it be rebuilt if absent?
     */
    void reconstruct(byte[] @Nullable [] shards, boolean[] present, boolean[] wanted, int offset, int length);

    /**
     * Whether the parity shards match the data shards: false if any single byte is wrong.
     *
     * <p>Before: all shards hold their bytes. Nothing is written. Cost: O(k · m · length), slower than encode.
     *
     * <p>Errors: {@link IllegalArgumentException} naming the shard that is missing or too short.
     */
    boolean verify(byte[][] shards, int offset, int length);

    /** As {@link #encode(byte[][], int, int)}; a parity buffer must be writable. */
    void encode(ByteBuffer[] shards, int offset, int length);

    /** As {@link #reconstruct(byte[][], boolean[], boolean[], int, int)}; a rebuilt buffer must be writable. */
    void reconstruct(@Nullable ByteBuffer[] shards, boolean[] present, boolean[] wanted, int offset, int length);

    /** As {@link #verify(byte[][], int, int)}. */
    boolean verify(ByteBuffer[] shards, int offset, int length);
}
