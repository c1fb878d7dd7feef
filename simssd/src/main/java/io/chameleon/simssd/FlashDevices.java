package io.chameleon.simssd;

import java.nio.file.Path;

/** Makes devices. */
public final class FlashDevices {
    private FlashDevices() {}

    /** A device that knows where pages are but not what is in them: for wear and latency at full speed, in virtual time. */
    public static SimulatedFlashDevice timingOnly(FlashConfig config) {
        return device(config, new TimingOnlyNandArray(config.geometry()), Pacer.virtual());
    }

    /** A device that forgets everything when closed, in virtual time. */
    public static FlashDevice inMemory(FlashConfig config) {
        return inMemory(config, Pacer.virtual());
    }

    /** A device that forgets everything when closed. Off-heap memory grows with the blocks touched. */
    public static FlashDevice inMemory(FlashConfig config, Pacer pacer) {
        return device(config, new MemoryNandArray(config.geometry()), pacer);
    }

    /** {@link #open(Path, FlashConfig, Pacer)} in virtual time. */
    public static FlashDevice open(Path image, FlashConfig config) {
        return open(image, config, Pacer.virtual());
    }

    /**
     * Opens the device in an image file, or creates an empty one if there is no such file; its directory must exist. Cost: reads
     * 1.6 % of the programmed pages' bytes, and after a crash what was written since the sync before the last.
     *
     * @throws ImageException if the file is no image, damaged, truncated, of another geometry, or in use
     * @throws DeviceFailedException if it cannot be read or created
     */
    public static FlashDevice open(Path image, FlashConfig config, Pacer pacer) {
        NandArray nand = FileNandArray.open(image, config.geometry());
        try {
            return device(config, nand, pacer);
        } catch (RuntimeException e) {
            nand.close();
            throw e;
        }
    }

    private static SimulatedFlashDevice device(FlashConfig config, NandArray nand, Pacer pacer) {
        return new SimulatedFlashDevice(config, nand, pacer);
    }
}
