package io.chameleon.simssd.recovery;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.OwnerState;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.CheckpointFile;
import io.chameleon.simssd.nand.NandArray;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a device writes on close, so that the next mount need not scan: where each logical page is, how far each block
 * is programmed, and the owner's data. It is valid only for the next mount: it names the generation of the counters,
 * and a mount rewrites both slots before it changes anything else.
 *
 * <p>Section 0, as ints, little-endian: magic, format version ({@link CheckpointFormat}), device id (4), generation of
 * the counters (2), number of the last program (2), bytes per page, pages per block, blocks, logical pages; the pages
 * programmed in each block; the physical page of each logical page, -1 for none. Section 1: the owner's bytes.
 * {@link CheckpointOutput} has the framing.
 *
 * <p>Cost: 4 bytes per logical page and per block, read or written once, in order.
 */
public final class Checkpoint {
    private static final int MAGIC = 0x504B4843; // "CHKP"
    private static final int HEADER_INTS = 14;

    private Checkpoint() {}

    /** @param programmedInBlock pages programmed in each block, 0 for erased ones */
    public static void save(
            FlashGeometry geometry, NandArray nand, PageMap map, int[] programmedInBlock, OwnerState owner)
            throws IOException {
        CheckpointFile file = nand.checkpoint();
        try (OutputStream out = file.create()) {
            CheckpointOutput sections = new CheckpointOutput(out);
            sections.writeInts(header(geometry, nand));
            sections.writeInts(programmedInBlock);
            sections.writeInts(map.physicalPages());
            sections.endSection();
            owner.writeTo(sections);
            sections.endSection();
        }
        file.publish();
    }

    /**
     * Fills in the map and the blocks if there is a checkpoint of exactly this state of the array; otherwise their
     * content is undefined.
     *
     * @return the owner's data, to be read; null if there is no such checkpoint
     */
    static @Nullable CheckpointInput load(FlashGeometry geometry, NandArray nand, FoundPages found) {
        InputStream file = null;
        try {
            file = nand.checkpoint().open();
            if (file == null) {
                return null;
            }
            CheckpointInput in = new CheckpointInput(file);
            if (read(in, geometry, nand, found)) {
                return in;
            }
        } catch (IOException e) {
            // Damaged, or cut short: the scan finds everything.
        }
        closeQuietly(file);
        return null;
    }

    private static boolean read(CheckpointInput in, FlashGeometry geometry, NandArray nand, FoundPages found)
            throws IOException {
        int[] header = new int[HEADER_INTS];
        in.readInts(header, 0, HEADER_INTS);
        if (!Arrays.equals(header, header(geometry, nand))) {
            return false;
        }
        in.readInts(found.programmedInBlock(), 0, geometry.blocks());
        int[] physicalPages = found.map().physicalPages();
        in.readInts(physicalPages, 0, physicalPages.length);
        in.endSection();
        return found.map().derive();
    }

    private static int[] header(FlashGeometry geometry, NandArray nand) {
        long high = nand.identity().device().getMostSignificantBits();
        long low = nand.identity().device().getLeastSignificantBits();
        long generation = nand.generation();
        long sequence = nand.counters().sequence();
        return new int[] {
            MAGIC,
            CheckpointFormat.CURRENT.number(),
            (int) (high >>> 32),
            (int) high,
            (int) (low >>> 32),
            (int) low,
            (int) generation,
            (int) (generation >>> 32),
            (int) sequence,
            (int) (sequence >>> 32),
            geometry.pageBytes(),
            geometry.pagesPerBlock(),
            geometry.blocks(),
            (int) geometry.logicalPages()
        };
    }

    private static void closeQuietly(@Nullable InputStream file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // It was only read.
        }
    }
}
