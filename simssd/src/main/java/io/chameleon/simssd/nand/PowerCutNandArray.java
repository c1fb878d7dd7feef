package io.chameleon.simssd.nand;

import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PowerLossException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A persistent array whose power can be cut. For each page, area, count and counter record written since the last
 * force, chance decides whether it reaches the disk, and pages may reach it in part. It is the most hostile disk that
 * still keeps force's promise.
 */
public final class PowerCutNandArray implements NandArray {
    private final FlashGeometry geometry;
    private final byte[][] data;
    private final byte[][] oob;
    private final int[] counts;
    private final boolean[] bad;
    private final long[] trims;
    private DeviceCounters counters;
    private long generation;
    private final CuttableCheckpoint checkpoint = new CuttableCheckpoint(this::spendOperation);
    private final DeviceIdentity identity;
    private final PowerCutNandArray disk;
    private final Set<Integer> dirtyData = new HashSet<>();
    private final Set<Integer> dirtyOob = new HashSet<>();
    private final Set<Integer> dirtyCounts = new HashSet<>();
    private final Set<Integer> dirtyBad = new HashSet<>();
    private final Set<Integer> dirtyTrims = new HashSet<>();
    private long operationsLeft = Long.MAX_VALUE;
    private boolean forceFails;
    private Runnable onCut = () -> {};
    private long forces;

    public PowerCutNandArray(FlashGeometry geometry) {
        this(geometry, new MemoryIdentity());
    }

    public PowerCutNandArray(FlashGeometry geometry, DeviceIdentity identity) {
        this(geometry, identity, true);
    }

    private PowerCutNandArray(FlashGeometry geometry, DeviceIdentity identity, boolean cached) {
        this.geometry = geometry;
        this.identity = identity;
        int pages = (int) geometry.physicalPages();
        data = new byte[pages][geometry.pageBytes()];
        oob = new byte[pages][OobFormat.BYTES];
        counts = new int[geometry.blocks()];
        bad = new boolean[geometry.blocks()];
        trims = new long[(int) geometry.logicalPages()];
        counters = DeviceCounters.NONE;
        disk = cached ? new PowerCutNandArray(geometry, identity, false) : this;
    }

    /** After this number of operations, every one throws {@link PowerLossException}. */
    public void cutAfter(long operations) {
        operationsLeft = operations;
    }

    /** As {@link #cutAfter(long)}; the first failing operation calls {@code told} before it throws. */
    public void cutAfter(long operations, Runnable told) {
        operationsLeft = operations;
        onCut = told;
    }

    /** Forces so far. */
    public long forces() {
        return forces;
    }

    /**
     * The next force fails as on an operating system whose disk failed: the system considers the data written and still
     * shows it, but the disk does not have it.
     */
    public void failNextForce() {
        forceFails = true;
    }

    /**
     * Flips a bit of the pages whose spare bytes begin with {@code owner}, here and on the disk. Returns their number.
     */
    public int decay(byte[] owner, int bit) {
        int found = 0;
        for (int page = 0; page < data.length; page++) {
            int from = OobFormat.SPARE_OFFSET;
            if (Arrays.equals(oob[page], from, from + owner.length, owner, 0, owner.length)) {
                data[page][bit >> 3] ^= (byte) (1 << (bit & 7));
                disk.data[page][bit >> 3] ^= (byte) (1 << (bit & 7));
                found++;
            }
        }
        return found;
    }

    /** The array as the next process finds it. */
    public PowerCutNandArray afterCut(RandomGenerator random) {
        dirtyData.forEach(page -> {
            int whole = geometry.pageBytes();
            int written = random.nextInt(3) == 0 ? random.nextInt(whole) : random.nextBoolean() ? whole : 0;
            System.arraycopy(data[page], 0, disk.data[page], 0, written);
        });
        dirtyOob.forEach(page -> copyIf(random.nextBoolean(), oob[page], disk.oob[page]));
        dirtyCounts.forEach(block -> disk.counts[block] = random.nextBoolean() ? counts[block] : disk.counts[block]);
        dirtyBad.forEach(block -> disk.bad[block] = random.nextBoolean() ? bad[block] : disk.bad[block]);
        dirtyTrims.forEach(page -> disk.trims[page] = random.nextBoolean() ? trims[page] : disk.trims[page]);
        if (random.nextBoolean()) {
            disk.counters = counters;
            disk.generation = generation;
        }
        disk.checkpoint.takeOver(checkpoint.afterCut(random));
        PowerCutNandArray next = new PowerCutNandArray(geometry, identity);
        next.takeOver(disk);
        next.disk.takeOver(disk);
        return next;
    }

    /** A copy of the disk's content. */
    public PowerCutNandArray image() {
        PowerCutNandArray copy = new PowerCutNandArray(geometry, identity);
        copy.takeOver(disk);
        copy.disk.takeOver(disk);
        return copy;
    }

    /** Loses the second half of a page's data. */
    public void tear(int block, int page) {
        Arrays.fill(data[number(block, page)], geometry.pageBytes() / 2, geometry.pageBytes(), (byte) 0);
    }

    private void takeOver(PowerCutNandArray other) {
        for (int page = 0; page < data.length; page++) {
            copyIf(true, other.data[page], data[page]);
            copyIf(true, other.oob[page], oob[page]);
        }
        System.arraycopy(other.counts, 0, counts, 0, counts.length);
        System.arraycopy(other.bad, 0, bad, 0, bad.length);
        System.arraycopy(other.trims, 0, trims, 0, trims.length);
        counters = other.counters;
        generation = other.generation;
        checkpoint.takeOver(other.checkpoint);
    }

    private static void copyIf(boolean condition, byte[] from, byte[] to) {
        if (condition) {
            System.arraycopy(from, 0, to, 0, from.length);
        }
    }

    private void spendOperation() {
        if (operationsLeft-- <= 0) {
            onCut.run();
            throw new PowerLossException();
        }
    }

    private int number(int block, int page) {
        return block * geometry.pagesPerBlock() + page;
    }

    @Override
    public boolean keepsData() {
        return true;
    }

    @Override
    public boolean isPersistent() {
        return true;
    }

    /** Stamps are forced as they are written: the power fails before or after. */
    @Override
    public DeviceIdentity identity() {
        return new DeviceIdentity() {
            @Override
            public UUID device() {
                return identity.device();
            }

            @Override
            public @Nullable UUID cluster() {
                return identity.cluster();
            }

            @Override
            public void stamp(UUID cluster) {
                spendOperation();
                identity.stamp(cluster);
                spendOperation();
            }
        };
    }

    @Override
    public boolean program(int block, int page, MemorySegment content, MemorySegment area) {
        spendOperation();
        int number = number(block, page);
        if (!OobFormat.isFilledWith(OobFormat.ERASED, oob[number], 0)) {
            throw new IllegalStateException("block " + block + " page " + page + " programmed twice without an erase");
        }
        MemorySegment.ofArray(data[number]).copyFrom(content);
        dirtyData.add(number);
        spendOperation();
        MemorySegment.ofArray(oob[number]).copyFrom(area);
        dirtyOob.add(number);
        return true;
    }

    @Override
    public void discard(int block, int page) {
        spendOperation();
        MemorySegment.ofArray(oob[number(block, page)]).fill(OobFormat.DISCARDED);
        dirtyOob.add(number(block, page));
    }

    @Override
    public void read(int block, int page, MemorySegment content, MemorySegment area) {
        content.copyFrom(MemorySegment.ofArray(data[number(block, page)]));
        area.copyFrom(MemorySegment.ofArray(oob[number(block, page)]));
    }

    @Override
    public void readOobs(int block, MemorySegment oobs) {
        for (int page = 0; page < geometry.pagesPerBlock(); page++) {
            oobs.asSlice((long) page * OobFormat.BYTES, OobFormat.BYTES)
                    .copyFrom(MemorySegment.ofArray(oob[number(block, page)]));
        }
    }

    @Override
    public boolean erase(int block) {
        spendOperation();
        counts[block]++;
        dirtyCounts.add(block);
        spendOperation();
        for (int page = 0; page < geometry.pagesPerBlock(); page++) {
            MemorySegment.ofArray(oob[number(block, page)]).fill(OobFormat.ERASED);
            dirtyOob.add(number(block, page));
        }
        return true;
    }

    @Override
    public void markBad(int block) {
        spendOperation();
        bad[block] = true;
        dirtyBad.add(block);
    }

    @Override
    public boolean isBad(int block) {
        return bad[block];
    }

    @Override
    public void saveTrims(int[] pages, int count, long sequence) {
        for (int i = 0; i < count; i++) {
            spendOperation();
            trims[pages[i]] = sequence;
            dirtyTrims.add(pages[i]);
        }
    }

    @Override
    public int loadTrims(TrimVisitor visitor) {
        long[] found = trims.clone();
        for (int page = 0; page < found.length; page++) {
            if (found[page] > 0) {
                visitor.trimmed(page, found[page]);
            }
        }
        return 0;
    }

    @Override
    public long generation() {
        return generation;
    }

    @Override
    public CheckpointFile checkpoint() {
        return checkpoint;
    }

    @Override
    public int eraseCount(int block) {
        return counts[block];
    }

    @Override
    public void force() {
        spendOperation();
        forces++;
        if (forceFails) {
            forceFails = false;
            forgetDirty();
            throw new DeviceFailedException("cannot sync", new IOException("no such luck"));
        }
        dirtyData.forEach(page -> copyIf(true, data[page], disk.data[page]));
        dirtyOob.forEach(page -> copyIf(true, oob[page], disk.oob[page]));
        dirtyCounts.forEach(block -> disk.counts[block] = counts[block]);
        dirtyBad.forEach(block -> disk.bad[block] = bad[block]);
        dirtyTrims.forEach(page -> disk.trims[page] = trims[page]);
        disk.counters = counters;
        disk.generation = generation;
        forgetDirty();
    }

    private void forgetDirty() {
        dirtyData.clear();
        dirtyOob.clear();
        dirtyCounts.clear();
        dirtyBad.clear();
        dirtyTrims.clear();
    }

    @Override
    public void rewrite(int block, int page) {
        spendOperation();
        dirtyData.add(number(block, page));
        dirtyOob.add(number(block, page));
    }

    @Override
    public void rewriteEraseCounts() {
        spendOperation();
        for (int block = 0; block < counts.length; block++) {
            dirtyCounts.add(block);
            dirtyBad.add(block);
        }
    }

    @Override
    public void saveCounters(DeviceCounters latest) {
        spendOperation();
        counters = latest;
        generation++;
    }

    @Override
    public DeviceCounters counters() {
        return counters;
    }

    @Override
    public void close() {}
}
