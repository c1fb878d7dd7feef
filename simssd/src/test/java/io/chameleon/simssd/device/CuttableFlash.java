package io.chameleon.simssd.device;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.PowerLossException;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.nand.PowerCutNandArray;
import io.chameleon.simssd.testing.TestPages;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A flash device whose power can be cut, for tests outside this package. */
public final class CuttableFlash {
    private final FlashConfig config;
    private final PowerCutNandArray nand;

    /** An empty device of 512-byte pages. */
    public CuttableFlash(int pagesPerBlock, int blocks, double overProvisioning) {
        this(TestPages.smallConfig(pagesPerBlock, blocks, overProvisioning, WriteMode.SINGLE), null);
    }

    private CuttableFlash(FlashConfig config, @Nullable PowerCutNandArray nand) {
        this.config = config;
        this.nand = nand == null ? new PowerCutNandArray(config.geometry()) : nand;
    }

    public FlashDevice open() {
        return new SimulatedFlashDevice(config, nand, DeviceOptions.standard());
    }

    /** After this number of operations, every one fails; see {@link #isCut}. */
    public void cutAfter(long operations) {
        nand.cutAfter(operations);
    }

    public static boolean isCut(RuntimeException e) {
        return e instanceof PowerLossException;
    }

    /** The device as the next process finds it. */
    public CuttableFlash afterCut(SplittableRandom random) {
        return new CuttableFlash(config, nand.afterCut(random));
    }
}
