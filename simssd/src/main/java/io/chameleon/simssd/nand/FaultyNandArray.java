package io.chameleon.simssd.nand;

import io.chameleon.simssd.FaultModel;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PowerLossException;
import io.chameleon.simssd.report.DeviceHealth;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An array that fails as a {@link FaultModel} says, wrapped around one that does not.
 *
 * <p>A failed program leaves a page that a mount treats as torn. A failed erase has erased the block, but reports that
 * it is unreliable. Bit errors strike the data of pages read, not the areas, which flash protects better. A power loss
 * interrupts the current operation: the page is torn, the block erased in part, or the sync did not happen. Operations
 * that ended before it remain. All later operations fail.
 */
public final class FaultyNandArray extends ForwardingNandArray {
    private static final int PROGRAM = 1;
    private static final int ERASE = 2;
    private static final int BITS = 3;
    private static final int CUT = 4;

    private final FlashGeometry geometry;
    private final FaultModel faults;
    private final DeviceHealth health;
    private final AtomicLong operationsLeft;

    public FaultyNandArray(FlashGeometry geometry, NandArray nand, FaultModel faults, DeviceHealth health) {
        super(nand);
        this.geometry = geometry;
        this.faults = faults;
        this.health = health;
        boolean never = faults.powerLossAfter() == FaultModel.NEVER;
        operationsLeft = new AtomicLong(never ? Long.MAX_VALUE : faults.powerLossAfter());
    }

    @Override
    public boolean isFallible() {
        return true;
    }

    @Override
    public boolean program(int block, int page, MemorySegment data, MemorySegment oob) {
        requireGood(block);
        if (powerFailsNow()) {
            programInPart(block, page, data, oob, chance(CUT, block, page).nextInt(3));
            throw new PowerLossException();
        }
        if (happens(faults.programFailures(), PROGRAM, block, page)) {
            programInPart(block, page, data, oob, 2);
            return false;
        }
        return nand.program(block, page, data, oob);
    }

    /** Writes nothing (0), half the data behind a intact area (1), or half of both (2). */
    private void programInPart(int block, int page, MemorySegment data, MemorySegment oob, int parts) {
        if (parts == 0) {
            return;
        }
        byte[] content = data.toArray(ValueLayout.JAVA_BYTE);
        byte[] area = oob.toArray(ValueLayout.JAVA_BYTE);
        Arrays.fill(content, content.length / 2, content.length, (byte) 0x5A);
        if (parts == 2) {
            Arrays.fill(area, area.length / 2, area.length, (byte) 0x5A);
        }
        nand.program(block, page, MemorySegment.ofArray(content), MemorySegment.ofArray(area));
    }

    @Override
    public boolean erase(int block) {
        requireGood(block);
        if (powerFailsNow()) {
            eraseInPart(block);
            throw new PowerLossException();
        }
        boolean failed = happens(faults.eraseFailures(), ERASE, block, 0);
        boolean wornOut = faults.maxErases() > 0 && nand.eraseCount(block) + 1 >= faults.maxErases();
        return nand.erase(block) && !failed && !wornOut;
    }

    /** Nothing happens, or all but some pages are erased. */
    private void eraseInPart(int block) {
        SplittableRandom random = chance(CUT, block, 0);
        if (random.nextInt(3) == 0) {
            return;
        }
        int pages = geometry.pagesPerBlock();
        byte[][] data = new byte[pages][geometry.pageBytes()];
        byte[][] areas = new byte[pages][OobFormat.BYTES];
        for (int page = 0; page < pages; page++) {
            nand.read(block, page, MemorySegment.ofArray(data[page]), MemorySegment.ofArray(areas[page]));
        }
        nand.erase(block);
        for (int page = 0; page < pages; page++) {
            if (random.nextBoolean() && !OobFormat.isFilledWith(OobFormat.ERASED, areas[page], 0)) {
                nand.program(block, page, MemorySegment.ofArray(data[page]), MemorySegment.ofArray(areas[page]));
            }
        }
    }

    @Override
    public void discard(int block, int page) {
        requirePower();
        nand.discard(block, page);
    }

    @Override
    public void markBad(int block) {
        requirePower();
        nand.markBad(block);
    }

    @Override
    public void read(int block, int page, MemorySegment data, MemorySegment oob) {
        requireNoCut();
        nand.read(block, page, data, oob);
        double rate = faults.bitErrors().rate(nand.eraseCount(block));
        if (rate > 0) {
            spoil(data, rate, chance(BITS, block, page));
        }
    }

    private void spoil(MemorySegment data, double rate, SplittableRandom random) {
        long bits = data.byteSize() * Byte.SIZE;
        int errors = poisson(rate * bits, random);
        if (errors > faults.bitErrors().correctable()) {
            for (int i = 0; i < errors; i++) {
                long bit = random.nextLong(bits);
                byte old = data.get(ValueLayout.JAVA_BYTE, bit / Byte.SIZE);
                data.set(ValueLayout.JAVA_BYTE, bit / Byte.SIZE, (byte) (old ^ 1 << bit % Byte.SIZE));
            }
        } else if (errors > 0) {
            health.corrected();
        }
    }

    /** By inversion; for many, by the normal approximation. */
    private static int poisson(double mean, SplittableRandom random) {
        if (mean > 50) {
            return (int) Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        double left = random.nextDouble();
        double probability = Math.exp(-mean);
        int errors = 0;
        while (left > probability && errors < 1_000) {
            left -= probability;
            errors++;
            probability *= mean / errors;
        }
        return errors;
    }

    @Override
    public void readOobs(int block, MemorySegment oobs) {
        requireNoCut();
        nand.readOobs(block, oobs);
    }

    @Override
    public void force() {
        requirePower();
        nand.force();
    }

    @Override
    public void saveCounters(DeviceCounters counters) {
        requirePower();
        nand.saveCounters(counters);
    }

    @Override
    public void saveTrims(int[] pages, int count, long sequence) {
        requirePower();
        nand.saveTrims(pages, count, sequence);
    }

    /** A translation layer that touches a bad block again is wrong. */
    private void requireGood(int block) {
        if (nand.isBad(block)) {
            throw new IllegalStateException("block " + block + " is bad");
        }
    }

    private boolean powerFailsNow() {
        requireNoCut();
        return operationsLeft.decrementAndGet() < 0;
    }

    private void requirePower() {
        if (powerFailsNow()) {
            throw new PowerLossException();
        }
    }

    private void requireNoCut() {
        if (operationsLeft.get() < 0) {
            throw new PowerLossException();
        }
    }

    private boolean happens(double probability, int what, int block, int page) {
        return probability > 0 && chance(what, block, page).nextDouble() < probability;
    }

    /** The same for the same fault, place and erase cycle, whatever happened in between. */
    private SplittableRandom chance(int what, int block, int page) {
        long place = ((long) block * geometry.pagesPerBlock() + page) * 8 + what;
        long cycle = nand.eraseCount(block);
        return new SplittableRandom(
                new SplittableRandom(faults.seed() ^ place * 0x9E37_79B9_7F4A_7C15L).nextLong() + cycle);
    }
}
