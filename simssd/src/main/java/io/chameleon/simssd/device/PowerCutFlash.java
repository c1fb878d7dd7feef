package io.chameleon.simssd.device;

import io.chameleon.simssd.Check;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.Pacer;
import io.chameleon.simssd.PowerLossException;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.nand.MemoryIdentity;
import io.chameleon.simssd.nand.PowerCutNandArray;
import java.util.random.RandomGenerator;

/**
 * In-memory flash whose power can be cut, for simulated clusters and tests. Like an image file, it outlives the devices
 * opened on it, and it is as hostile as a disk may be. For each page, area and counter written since the last sync,
 * chance decides whether it survives a cut, and pages may survive in part.
 *
 * <p>Cost: twice its raw bytes of memory; a cut copies all of it. Thread-safe only through the device.
 */
public final class PowerCutFlash {
    private final FlashConfig config;
    private final PowerCutNandArray nand;

    /**
     * Empty flash.
     *
     * @param ids source of its device id
     */
    public PowerCutFlash(FlashConfig config, RandomGenerator ids) {
        this(config, new PowerCutNandArray(config.geometry(), new MemoryIdentity(ids)));
    }

    private PowerCutFlash(FlashConfig config, PowerCutNandArray nand) {
        this.config = config;
        this.nand = nand;
    }

    /**
     * Mounts it in its present state. A device opened earlier must not be used any more: its process was killed, but
     * the power stayed on.
     */
    public FlashDevice open(Pacer pacer) {
        DeviceOptions standard = DeviceOptions.standard();
        return new SimulatedFlashDevice(
                config,
                nand,
                new DeviceOptions(pacer, null, standard.health(), standard.ratedErases(), MountProgress.NONE));
    }

    /**
     * The power fails during one of the next operations of the array: it and all later ones throw
     * {@link PowerLossException}.
     *
     * @param told called first, in the thread of the operation
     */
    public void cutAfter(long operations, Runnable told) {
        nand.cutAfter(operations, told);
    }

    /** The flash as the next process finds it. This one must not be used any more. */
    public PowerCutFlash afterCut(RandomGenerator random) {
        return new PowerCutFlash(config, nand.afterCut(random));
    }

    /** A copy of the image as of the last sync, device id included: what a backup of the volume would restore. */
    public PowerCutFlash image() {
        return new PowerCutFlash(config, nand.image());
    }

    /**
     * Flips one bit of each page, mapped or not, whose spare bytes begin with {@code owner}. Returns the number of such
     * pages. Cost: a check of every page.
     *
     * @param bit of a page's data, from 0
     */
    public int decay(byte[] owner, int bit) {
        int bits = config.geometry().pageBytes() * Byte.SIZE;
        Check.that(bit >= 0 && bit < bits, "bit", bit, "0 to " + (bits - 1));
        return nand.decay(owner, bit);
    }

    public FlashGeometry geometry() {
        return config.geometry();
    }
}
