package io.chameleon.simssd.envm;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * A file whose power can be cut: for each 512-byte sector written since the last force, chance decides whether it
 * reaches the disk.
 */
final class CutFile implements CellFile {
    /** The power fails during an operation. */
    static final class PowerCut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static final UUID DEVICE = new UUID(1, 2);

    private static final int SECTOR = 512;

    private final byte[] bytes;
    private final byte[] disk;
    private final List<long[]> dirty = new ArrayList<>();
    private long operationsLeft = Long.MAX_VALUE;
    int forces;

    /** An empty image. */
    CutFile(int pageBytes, int cells) {
        this(emptyImage(new CellFormat.Header(pageBytes, cells, FileCells.locations(cells), DEVICE)));
    }

    private CutFile(byte[] content) {
        bytes = content.clone();
        disk = content;
    }

    private static byte[] emptyImage(CellFormat.Header header) {
        byte[] image = new byte[(int) header.fileBytes()];
        System.arraycopy(header.encode(), 0, image, 0, CellFormat.HEADER_BYTES);
        return image;
    }

    FileCells open(int pageBytes) {
        return FileCells.of(this, bytes.length, DEVICE, pageBytes, "cut.envm");
    }

    void cutAfter(long operations) {
        operationsLeft = operations;
    }

    CutFile afterCut(SplittableRandom random) {
        for (long[] range : dirty) {
            for (int at = (int) range[0] / SECTOR * SECTOR; at < range[1]; at += SECTOR) {
                if (random.nextBoolean()) {
                    System.arraycopy(bytes, at, disk, at, Math.min(SECTOR, bytes.length - at));
                }
            }
        }
        return new CutFile(disk);
    }

    /** Flips a bit silently. */
    void damage(long offset) {
        bytes[(int) offset] ^= 1;
    }

    private void spendOperation() {
        if (operationsLeft-- <= 0) {
            throw new PowerCut();
        }
    }

    @Override
    public void read(long offset, byte[] into, int length) {
        System.arraycopy(bytes, (int) offset, into, 0, length);
    }

    @Override
    public void write(long offset, byte[] from, int length) {
        spendOperation();
        System.arraycopy(from, 0, bytes, (int) offset, length);
        dirty.add(new long[] {offset, offset + length});
    }

    @Override
    public void force() {
        spendOperation();
        forces++;
        for (long[] range : dirty) {
            System.arraycopy(bytes, (int) range[0], disk, (int) range[0], (int) (range[1] - range[0]));
        }
        dirty.clear();
    }

    @Override
    public void close() {}
}
