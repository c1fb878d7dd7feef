package io.chameleon.simssd.testing;

import io.chameleon.simssd.file.Medium;
import io.chameleon.simssd.file.SalvagingReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A disk that loses sectors. As under a page cache, a read fails at the first lost sector, and so does a write of a
 * part of one; a write of all of it gives the sector a new place.
 */
public final class LossyDisk implements UnaryOperator<Medium> {
    private final TreeSet<Long> lost = new TreeSet<>();

    /** Loses the sector that holds this byte. */
    public synchronized void lose(long offset) {
        lost.add(offset / SalvagingReader.SECTOR_BYTES);
    }

    /** All sectors can be read again. */
    public synchronized void recover() {
        lost.clear();
    }

    public synchronized boolean hasLost(long offset) {
        return lost.contains(offset / SalvagingReader.SECTOR_BYTES);
    }

    @Override
    public Medium apply(Medium disk) {
        return new Medium() {
            @Override
            public int read(ByteBuffer into, long position) throws IOException {
                ByteBuffer readable = into.slice(into.position(), readable(position, into.remaining()));
                int read = disk.read(readable, position);
                into.position(into.position() + Math.max(0, read));
                return read;
            }

            @Override
            public int write(ByteBuffer from, long position) throws IOException {
                findNewPlaces(position, position + from.remaining());
                return disk.write(from, position);
            }
        };
    }

    private synchronized int readable(long position, int bytes) throws IOException {
        Long first = lost.ceiling(position / SalvagingReader.SECTOR_BYTES);
        long readable = first == null ? bytes : first * SalvagingReader.SECTOR_BYTES - position;
        if (readable <= 0) {
            throw new IOException("Input/output error");
        }
        return (int) Math.min(bytes, readable);
    }

    private synchronized void findNewPlaces(long begin, long end) throws IOException {
        long first = begin / SalvagingReader.SECTOR_BYTES;
        for (long sector : new TreeSet<>(lost.subSet(first, Math.ceilDiv(end, SalvagingReader.SECTOR_BYTES)))) {
            long start = sector * SalvagingReader.SECTOR_BYTES;
            if (start < begin || start + SalvagingReader.SECTOR_BYTES > end) {
                throw new IOException("Input/output error");
            }
            lost.remove(sector);
        }
    }
}
