package io.chameleon.simssd.nand;

import io.chameleon.simssd.file.ImageFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The trims of an image: for each logical page, which of its programs the last trim made void. A rewritten page needs
 * no change here, since its later programs have higher numbers. Little-endian, one entry per logical page:
 * <pre>
 * off  len  field
 *   0    8  sequence  programs of the page up to here are dead; 0: never trimmed
 *   8    4  crc       CRC-32C of logical page and sequence; 0 in an entry that is all zeros
 *  12    4  zero
 * </pre>
 * An entry lies within one disk sector, so a power cut leaves it old or new. A damaged entry counts as none: the page
 * may come back with former content, which its owner bytes reveal.
 *
 * <p>Why a table, not a journal of metadata pages as in real devices: a journal would need garbage collection, and
 * would add to the write amplification that this device is meant to measure.
 */
final class TrimTable {
    private static final int BATCH = 512;

    private final ImageFile file;
    private final ImageLayout layout;
    private final byte[] entries = new byte[BATCH * ImageLayout.TRIM_ENTRY_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(entries).order(ByteOrder.LITTLE_ENDIAN);
    private final byte[] covered = new byte[Integer.BYTES + Long.BYTES];

    TrimTable(ImageFile file, ImageLayout layout) {
        this.file = file;
        this.layout = layout;
    }

    /** One write per run of neighbours among {@code pages[0 .. count - 1]}, which are ascending. */
    void save(int[] pages, int count, long sequence) {
        for (int from = 0; from < count; ) {
            int run = 1;
            while (run < BATCH && from + run < count && pages[from + run] == pages[from] + run) {
                run++;
            }
            buffer.clear();
            for (int page = pages[from]; page < pages[from] + run; page++) {
                buffer.putLong(sequence).putInt(crc(page, sequence)).putInt(0);
            }
            file.writePart(layout.trimEntry(pages[from]), entries, buffer.position());
            from += run;
        }
    }

    /** Visits all pages that were trimmed and returns how many entries are damaged. */
    int load(int logicalPages, NandArray.TrimVisitor visitor) {
        int damaged = 0;
        for (int from = 0; from < logicalPages; from += BATCH) {
            int count = Math.min(BATCH, logicalPages - from);
            file.salvage(layout.trimEntry(from), entries, count * ImageLayout.TRIM_ENTRY_BYTES);
            buffer.clear();
            for (int page = from; page < from + count; page++) {
                long sequence = buffer.getLong();
                boolean intact = buffer.getLong() == (sequence == 0 ? 0 : crc(page, sequence) & 0xFFFF_FFFFL);
                if (intact && sequence != 0) {
                    visitor.trimmed(page, sequence);
                }
                damaged += intact ? 0 : 1;
            }
        }
        return damaged;
    }

    private int crc(int page, long sequence) {
        ByteBuffer.wrap(covered).order(ByteOrder.LITTLE_ENDIAN).putInt(page).putLong(sequence);
        return OobFormat.crc(covered, 0, covered.length);
    }
}
