package io.chameleon.simssd.envm;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.file.ImageFile;
import io.chameleon.simssd.file.Medium;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Cells in an image file ({@link CellFormat}), recovered by a scan of its labels.
 *
 * <p>A cell is never overwritten in place. New content goes to a free location: data first, then a label that names the
 * cell, with the next sequence number. The previous location is reused only after a force that began later. So whatever
 * a power cut leaves of the writes since the last force, the intact label with the highest sequence tells what a cell
 * holds, and it is never older than that force.
 *
 * <p>Some 22 bytes of memory per cell. Opening reads the labels, and the data of locations written since the last
 * force.
 */
final class FileCells implements EnvmCells {
    /** Locations beyond one per cell: as many writes fit between two forces. */
    private static final int SPARE_DIVISOR = 16;

    private static final int MIN_SPARE = 64;
    private static final int NOWHERE = -1;

    private final CellFile file;
    private final CellFormat.Header shape;
    private final int[] location;
    private final long[] page;
    private final boolean[] copy;
    private final LocationQueue free;
    private final LocationQueue superseded;
    private final byte[] label = new byte[CellFormat.LABEL_BYTES];
    private long sequence;
    private long forced;

    private FileCells(CellFile file, CellFormat.Header shape, String name) {
        this.file = file;
        this.shape = shape;
        location = new int[shape.cells()];
        page = new long[shape.cells()];
        copy = new boolean[shape.cells()];
        free = new LocationQueue(shape.locations());
        superseded = new LocationQueue(shape.locations());
        Arrays.fill(location, NOWHERE);
        Arrays.fill(page, EMPTY);
        recover(name);
    }

    static int locations(int cells) {
        return cells + Math.max(MIN_SPARE, cells / SPARE_DIVISOR);
    }

    /**
     * Opens the image, or creates an empty one.
     *
     * @param device the device whose pages the cells hold; an image of version 1, which names none, is upgraded to this
     *     device
     * @param cells number of cells of a new image; an existing one keeps its own
     * @throws ImageException if the file is not an ENVM image, damaged, truncated, of another page size or device, or
     *     in use
     */
    static FileCells open(Path path, UUID device, int pageBytes, int cells) {
        return open(path, device, pageBytes, cells, UnaryOperator.identity());
    }

    /**
     * As {@link #open(Path, UUID, int, int)}.
     *
     * @param medium what is between the image and its disk
     */
    static FileCells open(Path path, UUID device, int pageBytes, int cells, UnaryOperator<Medium> medium) {
        CellFormat.Header fresh = new CellFormat.Header(pageBytes, cells, locations(cells), device);
        ImageFile image = ImageFile.open(
                path,
                created -> {
                    created.extend(fresh.fileBytes());
                    created.write(0, fresh.encode(), CellFormat.HEADER_BYTES);
                },
                medium);
        try {
            return of(new ImageCells(image), image.length(), device, pageBytes, path.toString());
        } catch (RuntimeException e) {
            image.close();
            throw e;
        }
    }

    /** Reads an image that has a header. */
    static FileCells of(CellFile file, long length, UUID device, int pageBytes, String name) {
        byte[] header = new byte[CellFormat.HEADER_BYTES];
        if (length < header.length) {
            throw new ImageException(name + ": not an ENVM image (" + length + " bytes, shorter than its header)");
        }
        file.read(0, header, header.length);
        CellFormat.Header shape;
        try {
            shape = CellFormat.Header.decode(header, name);
        } catch (IllegalArgumentException e) {
            throw new ImageException(name + ": " + e.getMessage());
        }
        if (shape.pageBytes() != pageBytes) {
            throw new ImageException(
                    name + ": ENVM image of pages of " + shape.pageBytes() + " bytes, expected " + pageBytes);
        }
        if (length != shape.fileBytes()) {
            throw new ImageException(name + ": ENVM image is "
                    + (length < shape.fileBytes() ? "truncated" : "too long")
                    + ": " + length + " bytes, expected " + shape.fileBytes());
        }
        claim(file, shape, device, name);
        return new FileCells(file, shape, name);
    }

    /** Pages of another device must never reach this one. */
    private static void claim(CellFile file, CellFormat.Header shape, UUID device, String name) {
        UUID owner = shape.device();
        if (owner == null) {
            file.write(0, shape.of(device).encode(), CellFormat.HEADER_BYTES);
            file.force();
        } else if (!owner.equals(device)) {
            throw new ImageException(name + ": ENVM image of flash device " + owner + ", expected " + device
                    + "; put it back beside that device's image, or delete it if the device is gone");
        }
    }

    private void recover(String name) {
        CellScan scan = new CellScan(file, shape, name);
        scan.run();
        forced = scan.durable();
        sequence = Math.max(scan.highest(), forced);
        Map<Long, Integer> newest = new HashMap<>();
        boolean[] used = new boolean[shape.locations()];
        for (int cell = 0; cell < location.length; cell++) {
            location[cell] = scan.locationOf(cell);
            page[cell] = scan.pageOf(cell);
            if (location[cell] != NOWHERE) {
                used[location[cell]] = true;
            }
            if (page[cell] != EMPTY) {
                newest.merge(page[cell], cell, (a, b) -> scan.sequenceOf(a) > scan.sequenceOf(b) ? a : b);
            }
        }
        for (int at = 0; at < used.length; at++) {
            if (!used[at]) {
                free.add(at, 0);
            }
        }
        // The writes of a killed process need not have reached the disk yet, and from now on they count as durable.
        forceNow();
        for (int cell = 0; cell < location.length; cell++) {
            if (page[cell] != EMPTY && newest.getOrDefault(page[cell], cell) != cell) {
                clear(cell); // it was given another page, and only that page was lost
            }
        }
        forceNow();
    }

    @Override
    public int count() {
        return location.length;
    }

    @Override
    public void put(int cell, long newPage, byte[] data, byte @Nullable [] spare) {
        int at = takeLocation();
        file.writePart(shape.dataAt(at), data, shape.pageBytes());
        int crc = CellFormat.crc(data, 0, shape.pageBytes());
        int flags = spare == null ? CellFormat.FLAG_COPY : 0;
        assign(cell, at, new CellFormat.Label(crc, flags, cell, newPage, ++sequence), spare);
        page[cell] = newPage;
        copy[cell] = spare == null;
    }

    @Override
    public void clear(int cell) {
        assign(cell, takeLocation(), new CellFormat.Label(0, CellFormat.FLAG_EMPTY, cell, EMPTY, ++sequence), null);
        page[cell] = EMPTY;
    }

    private void assign(int cell, int at, CellFormat.Label newLabel, byte @Nullable [] spare) {
        file.writePart(shape.labelAt(at), newLabel.encode(spare), CellFormat.LABEL_BYTES);
        if (location[cell] != NOWHERE) {
            superseded.add(location[cell], newLabel.sequence());
        }
        location[cell] = at;
    }

    private int takeLocation() {
        if (free.isEmpty()) {
            forceNow();
        }
        return free.take();
    }

    private void forceNow() {
        long point = beginForce();
        force();
        endForce(point);
    }

    @Override
    public long page(int cell) {
        return page[cell];
    }

    @Override
    public boolean isCopy(int cell) {
        return copy[cell];
    }

    @Override
    public void read(int cell, byte[] data, byte[] spare) {
        CellFormat.Label current = readLabel(cell);
        file.salvage(shape.dataAt(location[cell]), data, shape.pageBytes());
        if (CellFormat.crc(data, 0, shape.pageBytes()) != current.dataCrc()) {
            throw new CorruptPageException(page[cell]);
        }
        CellFormat.copySpare(label, spare);
    }

    @Override
    public void readSpare(int cell, byte[] spare) {
        readLabel(cell);
        CellFormat.copySpare(label, spare);
    }

    private CellFormat.Label readLabel(int cell) {
        file.salvage(shape.labelAt(location[cell]), label, label.length);
        CellFormat.Label found = CellFormat.Label.decode(label, 0);
        if (found == null || found.cell() != cell || found.page() != page[cell]) {
            throw new CorruptPageException(page[cell]);
        }
        return found;
    }

    @Override
    public long beginForce() {
        return sequence;
    }

    @Override
    public void force() {
        file.force();
    }

    @Override
    public void endForce(long point) {
        if (point > forced) {
            forced = point;
            byte[] mark = CellFormat.mark(point);
            file.writePart(CellFormat.markAt((int) (point & 1)), mark, mark.length);
        }
        superseded.moveUpTo(point, free);
    }

    @Override
    public boolean isDirty() {
        return sequence > forced;
    }

    @Override
    public long writes() {
        return sequence;
    }

    @Override
    public void close() {
        file.close();
    }

    /** Locations in the order of addition. */
    private static final class LocationQueue {
        private final int[] at;
        private final long[] since;
        private int head;
        private int size;

        LocationQueue(int capacity) {
            at = new int[capacity];
            since = new long[capacity];
        }

        void add(int location, long sequence) {
            int tail = (head + size++) % at.length;
            at[tail] = location;
            since[tail] = sequence;
        }

        boolean isEmpty() {
            return size == 0;
        }

        int take() {
            if (size == 0) {
                throw new IllegalStateException("no free ENVM location, though there are more than cells");
            }
            int location = at[head];
            head = (head + 1) % at.length;
            size--;
            return location;
        }

        void moveUpTo(long sequence, LocationQueue to) {
            while (size > 0 && since[head] <= sequence) {
                to.add(take(), 0);
            }
        }
    }

    /** An image file as cells see it. */
    private record ImageCells(ImageFile image) implements CellFile {
        @Override
        public void read(long offset, byte[] into, int length) {
            image.read(offset, into, length);
        }

        @Override
        public void write(long offset, byte[] from, int length) {
            image.write(offset, from, length);
        }

        @Override
        public void salvage(long offset, byte[] into, int length) {
            image.salvage(offset, into, length);
        }

        @Override
        public void writePart(long offset, byte[] from, int length) {
            image.writePart(offset, from, length);
        }

        @Override
        public void force() {
            image.force();
        }

        @Override
        public void close() {
            image.close();
        }
    }
}
