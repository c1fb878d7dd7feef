package io.chameleon.server.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.chameleon.core.FragmentId;
import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.FragmentFormat;
import io.chameleon.core.redundancy.ParityMatrix;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The spare area of one page: which fragment the page belongs to, and the complete description of that fragment.
 * Little-endian.
 *
 * <pre>
 * off  len  field
 *   0   16  writeId         high word, then low word
 *  16    4  fragment        segment &lt;&lt; 8 | index
 *  20    4  page            number of this page within the fragment, from 0
 *  24    4  length          bytes of the fragment
 *  28    4  crc             CRC-32C of the fragment
 *  32    1  formatVersion   see FragmentFormat
 *  33    1  policy          low half RedundancyPolicy.code, high half ParityMatrix.number
 *  34    1  dataFragments   less one, so that 256 fits
 *  35    1  parityFragments with ParityMatrix.LOCAL: low five bits the local groups, high three those over all
 *  36    4  segmentLength   bytes of the segment this is a fragment of
 * </pre>
 *
 * <p>No checksum of its own: the device protects data and spare area of a page together. Every page carries the whole
 * description, so a mount needs no order among pages. An owner that does not decode was written by another program or a
 * later version. It stops the mount, because trimming it could destroy data. Byte 32 is the version in every
 * later format too, and never 0.
 */
record PageOwner(Fragment fragment, int page) {
    static final int BYTES = 40;

    private static final ValueLayout.OfInt INT = JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final int WRITE_ID_HIGH = 0;
    private static final int WRITE_ID_LOW = WRITE_ID_HIGH + Long.BYTES;
    private static final int FRAGMENT = WRITE_ID_LOW + Long.BYTES;
    private static final int PAGE = FRAGMENT + Integer.BYTES;
    private static final int LENGTH = PAGE + Integer.BYTES;
    private static final int CRC = LENGTH + Integer.BYTES;
    private static final int VERSION = CRC + Integer.BYTES;
    private static final int POLICY = VERSION + Byte.BYTES;
    private static final int DATA_FRAGMENTS = POLICY + Byte.BYTES;
    private static final int PARITY_FRAGMENTS = DATA_FRAGMENTS + Byte.BYTES;
    private static final int SEGMENT_LENGTH = PARITY_FRAGMENTS + Byte.BYTES;

    private static final int MATRIX_SHIFT = 4;
    private static final int POLICY_MASK = 0xF;
    private static final int INDEX_BITS = 8;
    private static final int BYTE_MASK = 0xFF;
    private static final int LOCAL_BITS = 5;
    private static final int LOCAL_MASK = (1 << LOCAL_BITS) - 1;

    void encode(MemorySegment spare) {
        FragmentId id = fragment.id();
        RedundancyScheme scheme = fragment.scheme();
        spare.set(LONG, WRITE_ID_HIGH, id.writeId().high());
        spare.set(LONG, WRITE_ID_LOW, id.writeId().low());
        spare.set(INT, FRAGMENT, packed(id));
        spare.set(INT, PAGE, page);
        spare.set(INT, LENGTH, fragment.length());
        spare.set(INT, CRC, fragment.crc32c());
        spare.set(JAVA_BYTE, VERSION, (byte) FragmentFormat.NO_PADDING.number());
        ParityMatrix matrix = scheme.isLocal() ? ParityMatrix.LOCAL : ParityMatrix.VANDERMONDE;
        spare.set(JAVA_BYTE, POLICY, (byte)
                (matrix.number() << MATRIX_SHIFT | scheme.policy().code()));
        spare.set(JAVA_BYTE, DATA_FRAGMENTS, (byte) (scheme.dataFragments() - 1));
        spare.set(JAVA_BYTE, PARITY_FRAGMENTS, (byte) packedParity(scheme));
        spare.set(INT, SEGMENT_LENGTH, fragment.segmentLength());
    }

    /**
     * Throws in one line.
     *
     * @throws io.chameleon.core.format.UnreadFormatException if they are of another version, or of another parity
     *     matrix
     * @throws IllegalArgumentException for bytes that no store writes
     */
    static PageOwner decode(MemorySegment spare, int pageBytes) {
        if (spare.byteSize() < BYTES) {
            throw Require.violation("spare area", spare.byteSize() + " bytes", BYTES + " bytes");
        }
        int version = unsigned(spare, VERSION);
        Require.that(version != 0, "fragment format version", version, "at least 1");
        FragmentFormat _ = FragmentFormat.ofNumber(version);
        RedundancyScheme scheme = scheme(
                ParityMatrix.ofNumber(unsigned(spare, POLICY) >> MATRIX_SHIFT),
                RedundancyPolicy.ofCode(unsigned(spare, POLICY) & POLICY_MASK),
                unsigned(spare, DATA_FRAGMENTS) + 1,
                unsigned(spare, PARITY_FRAGMENTS));
        WriteId writeId = new WriteId(spare.get(LONG, WRITE_ID_HIGH), spare.get(LONG, WRITE_ID_LOW));
        Fragment fragment = new Fragment(
                unpacked(writeId, spare.get(INT, FRAGMENT)),
                spare.get(INT, LENGTH),
                spare.get(INT, CRC),
                scheme,
                spare.get(INT, SEGMENT_LENGTH));
        int page = spare.get(INT, PAGE);
        int pages = fragment.pages(pageBytes);
        if (page < 0 || page >= pages) {
            throw Require.violation("page of fragment " + fragment.id(), page, "0 to " + (pages - 1));
        }
        return new PageOwner(fragment, page);
    }

    private static int packedParity(RedundancyScheme scheme) {
        int globals = scheme.parityFragments() - scheme.localGroups();
        return scheme.isLocal() ? globals << LOCAL_BITS | scheme.localGroups() : scheme.parityFragments();
    }

    private static RedundancyScheme scheme(ParityMatrix matrix, RedundancyPolicy policy, int data, int parity) {
        if (matrix == ParityMatrix.VANDERMONDE) {
            return new RedundancyScheme(policy, data, parity);
        }
        int groups = parity & LOCAL_MASK;
        Require.that(groups > 0, "local groups of a fragment", groups, "at least 1");
        return new RedundancyScheme(policy, data, groups + (parity >> LOCAL_BITS), groups);
    }

    /** Whether two owners differ at most in the number of the page. */
    static boolean isOfSameFragment(MemorySegment spare, MemorySegment other) {
        return MemorySegment.mismatch(spare, 0, PAGE, other, 0, PAGE) < 0
                && MemorySegment.mismatch(spare, LENGTH, BYTES, other, LENGTH, BYTES) < 0;
    }

    /** The number of the page within its fragment, unchecked. */
    static int page(MemorySegment spare) {
        return spare.get(INT, PAGE);
    }

    /** Segment and index in one number with the same order. */
    static int packed(FragmentId id) {
        return id.segment() << INDEX_BITS | id.index();
    }

    static FragmentId unpacked(WriteId writeId, int packed) {
        return new FragmentId(writeId, packed >> INDEX_BITS, packed & BYTE_MASK);
    }

    private static int unsigned(MemorySegment spare, int offset) {
        return spare.get(JAVA_BYTE, offset) & BYTE_MASK;
    }
}
