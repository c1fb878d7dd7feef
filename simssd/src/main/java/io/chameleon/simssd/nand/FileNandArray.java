package io.chameleon.simssd.nand;

import io.chameleon.simssd.FileRange;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.file.ImageFile;
import io.chameleon.simssd.file.Medium;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Pages in an image file ({@link ImageLayout}). Programmed pages survive {@code kill -9}, forced ones a power cut.
 * Untouched capacity takes no disk space.
 *
 * <p>Program: data, then out-of-band area, so that an area never vouches for data not yet written. For several pages:
 * the data of all, then the areas of all. Erase: count, then the areas to zeros, so a crash in between makes the count
 * one too high rather than too low.
 *
 * <p>Entry of the erase table, little-endian: count in the lower 31 bits and whether the block is bad in the highest
 * (4), CRC-32C of block number and the former (4). {@link TrimTable} describes the entry of the trim table.
 */
public final class FileNandArray implements NandArray {
    private static final int BAD = 1 << 31;

    private final FlashGeometry geometry;
    private final ImageLayout layout;
    private final ImageFile file;
    private final boolean isNew;
    private final ImageIdentity identity;
    private final CounterSlots slots;
    private final TrimTable trims;
    private final CheckpointFile checkpoint;
    private final int[] eraseEntries;
    private final byte[] areas;

    private FileNandArray(FlashGeometry geometry, ImageFile file, boolean isNew, RandomGenerator ids) {
        this.geometry = geometry;
        this.file = file;
        this.isNew = isNew;
        layout = new ImageLayout(geometry);
        areas = new byte[geometry.pagesPerBlock() * OobFormat.BYTES];
        ImageFormat found = checkFile();
        slots = CounterSlots.load(file, layout);
        eraseEntries = loadEraseEntries();
        if (found != ImageFormat.CURRENT) {
            upgrade(ids);
        }
        identity = ImageIdentity.load(file);
        trims = new TrimTable(file, layout);
        checkpoint = new ImageCheckpoint(file.path());
    }

    /**
     * Opens the image at {@code path}, or creates an empty one. Throws {@link ImageException} if it is not the expected
     * image.
     *
     * @param ids source of the device id of an image that has none
     */
    public static FileNandArray open(Path path, FlashGeometry geometry, RandomGenerator ids) {
        return open(path, geometry, ids, UnaryOperator.identity());
    }

    /**
     * As {@link #open(Path, FlashGeometry, RandomGenerator)}.
     *
     * @param medium what is between the image and its disk
     */
    public static FileNandArray open(
            Path path, FlashGeometry geometry, RandomGenerator ids, UnaryOperator<Medium> medium) {
        AtomicBoolean isNew = new AtomicBoolean();
        ImageFile file = ImageFile.open(
                path,
                fresh -> {
                    initialise(fresh, geometry, ids);
                    isNew.set(true);
                },
                medium);
        try {
            return new FileNandArray(geometry, file, isNew.get(), ids);
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static void initialise(ImageFile file, FlashGeometry geometry, RandomGenerator ids) {
        ImageLayout layout = new ImageLayout(geometry);
        file.extend(layout.fileBytes());
        writeHeader(file, geometry);
        ImageIdentity.initialise(file, ids);
        CounterSlots.initialise(file, layout);
        byte[] table = encode(new int[geometry.blocks()]);
        file.write(layout.eraseEntry(0), table, table.length);
    }

    private static byte[] encode(int[] eraseEntries) {
        byte[] table = new byte[Math.multiplyExact(eraseEntries.length, ImageLayout.ERASE_ENTRY_BYTES)];
        ByteBuffer entries = ByteBuffer.wrap(table).order(ByteOrder.LITTLE_ENDIAN);
        for (int block = 0; block < eraseEntries.length; block++) {
            entries.putInt(eraseEntries[block]).putInt(entryCrc(block, eraseEntries[block]));
        }
        return table;
    }

    /** Returns the format version. An initial image may have its full new length already: its upgrade was cut short. */
    private ImageFormat checkFile() {
        long length = file.length();
        byte[] header = new byte[ImageLayout.HEADER_BYTES];
        if (length < header.length) {
            throw new ImageException(file + ": not a flash image (" + length + " bytes, shorter than its header)");
        }
        file.read(0, header, header.length);
        ImageFormat found = ImageHeader.check(header, geometry, file.toString());
        long expected = found == ImageFormat.INITIAL && length != layout.fileBytes()
                ? layout.fileBytesOfVersion1()
                : layout.fileBytes();
        if (length != expected) {
            String what = length < expected ? "truncated" : "too long";
            throw new ImageException(file + ": image is " + what + ": " + length + " bytes, expected " + expected);
        }
        return found;
    }

    /**
     * An initial image has no trim table: an empty one is added after the data. It has no identity either, nor has
     * version 2: they get one. Only then is the header updated.
     */
    private void upgrade(RandomGenerator ids) {
        file.extend(layout.fileBytes());
        ImageIdentity.initialise(file, ids);
        file.force();
        writeHeader(file, geometry);
        file.force();
    }

    private static void writeHeader(ImageFile file, FlashGeometry geometry) {
        byte[] header = ImageHeader.encode(geometry);
        file.write(0, header, header.length);
    }

    private int[] loadEraseEntries() {
        int[] found = new int[geometry.blocks()];
        byte[] table = new byte[Math.multiplyExact(found.length, ImageLayout.ERASE_ENTRY_BYTES)];
        file.read(layout.eraseEntry(0), table, table.length);
        ByteBuffer entries = ByteBuffer.wrap(table).order(ByteOrder.LITTLE_ENDIAN);
        for (int block = 0; block < found.length; block++) {
            found[block] = entries.getInt();
            if (entries.getInt() != entryCrc(block, found[block])) {
                throw new ImageException(file + ": erase count of block " + block + " is damaged");
            }
        }
        return found;
    }

    @Override
    public boolean keepsData() {
        return true;
    }

    @Override
    public DeviceIdentity identity() {
        return identity;
    }

    @Override
    public boolean isNew() {
        return isNew;
    }

    @Override
    public boolean isPersistent() {
        return true;
    }

    @Override
    public boolean program(int block, int pageInBlock, MemorySegment data, MemorySegment oob) {
        file.writePart(layout.data(block, pageInBlock), data);
        file.writePart(layout.oob(block, pageInBlock), oob);
        return true;
    }

    @Override
    public void program(int block, int firstPage, int count, MemorySegment data, MemorySegment oobs) {
        file.writePart(layout.data(block, firstPage), data);
        file.writePart(layout.oob(block, firstPage), oobs);
    }

    @Override
    public void rewrite(int block, int pageInBlock) {
        byte[] content = new byte[geometry.pageBytes()];
        byte[] area = new byte[OobFormat.BYTES];
        read(block, pageInBlock, MemorySegment.ofArray(content), MemorySegment.ofArray(area));
        file.write(layout.data(block, pageInBlock), content, content.length);
        file.write(layout.oob(block, pageInBlock), area, area.length);
    }

    @Override
    public void rewriteEraseCounts() {
        byte[] table = encode(eraseEntries);
        file.write(layout.eraseEntry(0), table, table.length);
    }

    @Override
    public void discard(int block, int pageInBlock) {
        Arrays.fill(areas, 0, OobFormat.BYTES, OobFormat.DISCARDED);
        file.writePart(layout.oob(block, pageInBlock), areas, OobFormat.BYTES);
    }

    @Override
    public void read(int block, int pageInBlock, MemorySegment data, MemorySegment oob) {
        file.salvage(layout.data(block, pageInBlock), data);
        file.salvage(layout.oob(block, pageInBlock), oob);
    }

    @Override
    public boolean isLocatable() {
        return true;
    }

    @Override
    public FileRange locate(int block, int page) {
        return new FileRange(file.readable(), layout.data(block, page), geometry.pageBytes());
    }

    @Override
    public boolean isCached(FileRange range) {
        return file.isCached(range.position(), range.length());
    }

    @Override
    public void read(int block, int firstPage, int count, MemorySegment data, MemorySegment oobs) {
        file.salvage(layout.data(block, firstPage), data);
        file.salvage(layout.oob(block, firstPage), oobs);
    }

    @Override
    public void readOobs(int block, MemorySegment oobs) {
        file.salvage(layout.oob(block, 0), areas, areas.length);
        MemorySegment.copy(areas, 0, oobs, ValueLayout.JAVA_BYTE, 0, areas.length);
    }

    @Override
    public void readOobs(int firstBlock, int count, MemorySegment oobs) {
        file.salvage(layout.oob(firstBlock, 0), oobs);
    }

    @Override
    public boolean erase(int block) {
        writeEraseEntry(block, Math.addExact(eraseCount(block), 1) | (eraseEntries[block] & BAD));
        Arrays.fill(areas, OobFormat.ERASED);
        file.writePart(layout.oob(block, 0), areas, areas.length);
        return true;
    }

    @Override
    public int eraseCount(int block) {
        return eraseEntries[block] & ~BAD;
    }

    @Override
    public void markBad(int block) {
        writeEraseEntry(block, eraseEntries[block] | BAD);
    }

    @Override
    public boolean isBad(int block) {
        return (eraseEntries[block] & BAD) != 0;
    }

    private void writeEraseEntry(int block, int value) {
        byte[] entry = new byte[ImageLayout.ERASE_ENTRY_BYTES];
        ByteBuffer.wrap(entry).order(ByteOrder.LITTLE_ENDIAN).putInt(value).putInt(entryCrc(block, value));
        file.write(layout.eraseEntry(block), entry, entry.length);
        eraseEntries[block] = value;
    }

    @Override
    public void saveTrims(int[] pages, int count, long sequence) {
        trims.save(pages, count, sequence);
    }

    @Override
    public int loadTrims(TrimVisitor visitor) {
        return trims.load(Math.toIntExact(geometry.logicalPages()), visitor);
    }

    @Override
    public long generation() {
        return slots.generation();
    }

    @Override
    public CheckpointFile checkpoint() {
        return checkpoint;
    }

    @Override
    public int lostSectors() {
        return file.lostSectors();
    }

    @Override
    public void force() {
        slots.force();
    }

    @Override
    public void saveCounters(DeviceCounters counters) {
        slots.save(counters);
    }

    @Override
    public DeviceCounters counters() {
        return slots.counters();
    }

    @Override
    public void close() {
        file.close();
    }

    private static int entryCrc(int block, int value) {
        byte[] covered = new byte[2 * Integer.BYTES];
        ByteBuffer.wrap(covered).order(ByteOrder.LITTLE_ENDIAN).putInt(block).putInt(value);
        return OobFormat.crc(covered, 0, covered.length);
    }
}
