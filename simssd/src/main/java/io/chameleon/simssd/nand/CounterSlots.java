package io.chameleon.simssd.nand;

import io.chameleon.simssd.FormatVersion;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.file.SlotFile;
import io.chameleon.simssd.report.HealthCounters;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The counters of an image, in two slots written in turn, so that one of them is intact whenever the power fails.
 * Little-endian.
 * <pre>
 * off  len  field
 *   0    4  crc              CRC-32C of bytes [4, 120)
 *   4    4  formatVersion    see CounterFormat; the first ends at 72
 *   8    8  generation       rises with every write; the higher intact slot counts; its parity is the slot's index
 *  16    8  durableSequence  programs up to here are durable
 *  24    8  sequence         programs when a sync began: durable too if it ended
 *  32    8  hostPageWrites
 *  40    8  gcCopies
 *  48    8  trims
 *  56    8  victims
 *  64    8  victimLivePages
 *  72    8  hostReads        see HealthCounters
 *  80    8  mediaErrors
 *  88    8  correctedReads
 *  96    8  programFailures
 * 104    8  eraseFailures
 * 112    8  powerOnMillis
 * </pre>
 * Syncs may overlap. A slot is therefore written only once the other one is durable: if no sync has forced it yet, the
 * save does.
 *
 * <p>Threads: one at a time, except that {@link #force} may run beside the other methods.
 */
final class CounterSlots {
    private static final int BYTES = CounterFormat.CURRENT.bytes();
    /** A number above it is taken for damage, not for a version. */
    private static final int HIGHEST_TO_COME = 1_000;

    private final SlotFile file;
    private final ImageLayout layout;
    private volatile long generation;
    /** The newest slot known to be durable; a newer one may be durable too. */
    private final AtomicLong forced = new AtomicLong();

    private DeviceCounters counters;

    private CounterSlots(SlotFile file, ImageLayout layout, long generation, DeviceCounters counters) {
        this.file = file;
        this.layout = layout;
        this.generation = generation;
        this.counters = counters;
    }

    /** First slot of a new image. */
    static void initialise(SlotFile file, ImageLayout layout) {
        new CounterSlots(file, layout, 0, DeviceCounters.NONE).save(DeviceCounters.NONE);
    }

    static CounterSlots load(SlotFile file, ImageLayout layout) {
        CounterSlots newest = new CounterSlots(file, layout, 0, DeviceCounters.NONE);
        for (int slot = 0; slot < 2; slot++) {
            newest.considerSlot(slot);
        }
        if (newest.generation == 0) {
            newest.requireKnown();
            throw new ImageException(file + ": both counter slots are damaged");
        }
        return newest;
    }

    long generation() {
        return generation;
    }

    DeviceCounters counters() {
        return counters;
    }

    /** Forces the whole file. */
    void force() {
        long written = generation;
        file.force();
        forced.accumulateAndGet(written, Math::max);
    }

    void save(DeviceCounters latest) {
        if (forced.get() < generation) {
            force();
        }
        long written = generation + 1;
        byte[] slot = new byte[BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(slot).order(ByteOrder.LITTLE_ENDIAN);
        buffer.position(Integer.BYTES).putInt(CounterFormat.CURRENT.number()).putLong(written);
        buffer.putLong(latest.durableSequence()).putLong(latest.sequence());
        buffer.putLong(latest.hostPageWrites()).putLong(latest.gcCopies());
        buffer.putLong(latest.trims()).putLong(latest.victims()).putLong(latest.victimLivePages());
        HealthCounters health = latest.health();
        buffer.putLong(health.hostReads()).putLong(health.mediaErrors()).putLong(health.correctedReads());
        buffer.putLong(health.programFailures()).putLong(health.eraseFailures()).putLong(health.powerOnMillis());
        buffer.putInt(0, crc(slot, BYTES));
        file.writePart(layout.slot((int) (written & 1)), slot, BYTES);
        generation = written;
        counters = latest;
    }

    /**
     * How a later version is checked is not known here, so its number is believed as it is: nothing is done but to
     * refuse.
     */
    private void requireKnown() {
        byte[] slot = new byte[BYTES];
        for (int index = 0; index < 2; index++) {
            file.salvage(layout.slot(index), slot, BYTES);
            int version = ByteBuffer.wrap(slot).order(ByteOrder.LITTLE_ENDIAN).getInt(Integer.BYTES);
            if (version > CounterFormat.CURRENT.number() && version <= HIGHEST_TO_COME) {
                CounterFormat _ = FormatVersion.of(version, file + ": counter format", CounterFormat.values());
            }
        }
    }

    private static boolean isKnown(int version) {
        return version > 0 && version <= CounterFormat.CURRENT.number();
    }

    private static CounterFormat format(int version) {
        return FormatVersion.of(version, "counter format", CounterFormat.values());
    }

    private void considerSlot(int index) {
        byte[] slot = new byte[BYTES];
        file.salvage(layout.slot(index), slot, BYTES);
        ByteBuffer buffer = ByteBuffer.wrap(slot).order(ByteOrder.LITTLE_ENDIAN);
        int crc = buffer.getInt();
        int version = buffer.getInt();
        boolean intact = isKnown(version) && crc == crc(slot, format(version).bytes());
        long found = buffer.getLong();
        if (intact && found > generation) {
            generation = found;
            counters = new DeviceCounters(
                    buffer.getLong(),
                    buffer.getLong(),
                    buffer.getLong(),
                    buffer.getLong(),
                    buffer.getLong(),
                    buffer.getLong(),
                    buffer.getLong(),
                    format(version) == CounterFormat.INITIAL ? HealthCounters.NONE : health(buffer));
        }
    }

    private static HealthCounters health(ByteBuffer buffer) {
        return new HealthCounters(
                buffer.getLong(),
                buffer.getLong(),
                buffer.getLong(),
                buffer.getLong(),
                buffer.getLong(),
                buffer.getLong());
    }

    private static int crc(byte[] slot, int bytes) {
        return OobFormat.crc(slot, Integer.BYTES, bytes - Integer.BYTES);
    }
}
