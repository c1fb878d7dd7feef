package io.chameleon.simssd.nand;

import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.report.HealthCounters;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The counters of an image, in two slots written in turn, so that one of them is whole whenever the power goes. Little-endian.
 * <pre>
 * off  len  field
 *   0    4  crc              CRC-32C of bytes [4, 120)
 *   4    4  formatVersion    2; 1: ends at 72
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
 * Syncs may overlap. A slot is therefore written only once the other one is durable: if nobody has forced it yet, the save does.
 *
 * <p>Threads: one at a time, except that {@link #force} may run beside the other methods.
 */
final class CounterSlots {
    private static final int BYTES = 120;
    private static final int VERSION = 2;
    private static final int BYTES_OF_VERSION_1 = 72;

    private final SlotFile file;
    private final ImageLayout layout;
    private volatile long generation;
    /** The newest slot known to be durable; it may be more. */
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
        buffer.position(Integer.BYTES).putInt(VERSION).putLong(written);
        buffer.putLong(latest.durableSequence()).putLong(latest.sequence());
        buffer.putLong(latest.hostPageWrites()).putLong(latest.gcCopies());
        buffer.putLong(latest.trims()).putLong(latest.victims()).putLong(latest.victimLivePages());
        HealthCounters health = latest.health();
        buffer.putLong(health.hostReads()).putLong(health.mediaErrors()).putLong(health.correctedReads());
        buffer.putLong(health.programFailures()).putLong(health.eraseFailures()).putLong(health.powerOnMillis());
        buffer.putInt(0, crc(slot, BYTES));
        file.write(layout.slot((int) (written & 1)), slot, BYTES);
        generation = written;
        counters = latest;
    }

    private void considerSlot(int index) {
        byte[] slot = new byte[BYTES];
        file.read(layout.slot(index), slot, BYTES);
        ByteBuffer buffer = ByteBuffer.wrap(slot).order(ByteOrder.LITTLE_ENDIAN);
        int crc = buffer.getInt();
        int version = buffer.getInt();
        boolean intact =
                version == VERSION && crc == crc(slot, BYTES) || version == 1 && crc == crc(slot, BYTES_OF_VERSION_1);
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
                    version == 1 ? HealthCounters.NONE : health(buffer));
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
