package io.chameleon.simssd.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads a file of which the medium may have lost sectors. What it cannot read becomes {@link #LOST} bytes, which no
 * checksum of ours matches, so the loss of a sector is the damage of what lies in it, not the failure of the file.
 *
 * <p>A medium that loses more than {@link #MOST_LOST} sectors is taken to fail as a whole. Cost: none beside the read,
 * unless it fails; then one more read for each sector of the rest. Safe from any thread.
 */
public final class SalvagingReader {
    /** What an operating system reads and caches at least. */
    public static final int SECTOR_BYTES = 4096;

    public static final byte LOST = (byte) 0xEE;

    private static final int MOST_LOST = 256;

    private final Source source;
    private final Set<Long> lost = new HashSet<>();

    public SalvagingReader(Source source) {
        this.source = source;
    }

    /** As {@link java.nio.channels.FileChannel#read(ByteBuffer, long)}. */
    @FunctionalInterface
    public interface Source {
        int read(ByteBuffer into, long position) throws IOException;
    }

    /**
     * Fills {@code into}, or stops where the file ends.
     *
     * @return the sectors that could not be read
     * @throws IOException if the file is closed, or has lost too many sectors
     */
    public int read(ByteBuffer into, long position) throws IOException {
        long origin = position - into.position();
        int lostHere = 0;
        int read = 0;
        while (into.hasRemaining() && read >= 0) {
            int begin = into.position();
            try {
                read = source.read(into, origin + begin);
            } catch (ClosedChannelException e) {
                throw e;
            } catch (IOException _) {
                lostHere += readSector(into.position(begin), origin + begin);
            }
        }
        return lostHere;
    }

    /** Reads no further than to the end of the sector. Returns 1 if it is lost. */
    private int readSector(ByteBuffer into, long position) throws IOException {
        int bytes = Math.toIntExact(Math.min(into.remaining(), SECTOR_BYTES - position % SECTOR_BYTES));
        int begin = into.position();
        try {
            int read = source.read(into.slice(begin, bytes), position);
            into.position(begin + Math.max(0, read));
            return 0;
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            noteLost(position / SECTOR_BYTES, e);
            for (int i = 0; i < bytes; i++) {
                into.put(LOST);
            }
            return 1;
        }
    }

    private synchronized void noteLost(long sector, IOException e) throws IOException {
        lost.add(sector);
        if (lost.size() > MOST_LOST) {
            throw new IOException("more than " + MOST_LOST + " sectors cannot be read: " + e.getMessage(), e);
        }
    }

    /** Sectors of {@value #SECTOR_BYTES} bytes that could not be read so far. */
    public synchronized int lostSectors() {
        return lost.size();
    }
}
