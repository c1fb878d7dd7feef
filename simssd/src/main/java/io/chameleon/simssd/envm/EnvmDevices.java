package io.chameleon.simssd.envm;

import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashException;
import io.chameleon.simssd.Pacer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/** Creates devices with a tier in front; the configurations must be {@linkplain EnvmConfig#isOn on}. */
public final class EnvmDevices {
    private EnvmDevices() {}

    /** A tier that forgets everything when closed, for a device that does too. */
    public static EnvmDevice inMemory(FlashDevice flash, EnvmConfig config, InstantSource clock, Pacer pacer) {
        MemoryCells cells = new MemoryCells(config.cells(flash.geometry()));
        return new EnvmDevice(flash, cells, config, clock, pacer);
    }

    /**
     * A tier whose ENVM is an image file: opened, or created empty. The file belongs to the device: it may hold the
     * only copy of the latest writes. If its size differs from the configuration, everything in it is written back and
     * it is created anew.
     *
     * @throws io.chameleon.simssd.ImageException if the file is not an ENVM image, damaged, truncated, of another
     *     device or page size, or in use
     */
    public static EnvmDevice open(FlashDevice flash, Path image, EnvmConfig config, InstantSource clock, Pacer pacer) {
        int wanted = config.cells(flash.geometry());
        FileCells cells =
                FileCells.open(image, flash.deviceId(), flash.geometry().pageBytes(), wanted);
        if (cells.count() != wanted) {
            emptyInto(flash, cells, image, config, clock);
            cells = FileCells.open(image, flash.deviceId(), flash.geometry().pageBytes(), wanted);
        }
        return over(flash, cells, config, clock, pacer);
    }

    /**
     * Writes back everything in an ENVM image, if there is one, and deletes it: for a device that continues without it.
     *
     * @throws io.chameleon.simssd.ImageException as {@link #open}; nothing is written or deleted then
     */
    public static void drain(FlashDevice flash, Path image) {
        if (Files.exists(image)) {
            FileCells cells =
                    FileCells.open(image, flash.deviceId(), flash.geometry().pageBytes(), 1);
            emptyInto(flash, cells, image, EnvmConfig.of(1 << 20, 0), InstantSource.system());
        }
    }

    private static void emptyInto(
            FlashDevice flash, FileCells cells, Path image, EnvmConfig config, InstantSource clock) {
        EnvmConfig asFound = config.withEnvmBytes(Math.max(
                EnvmConfig.LEAST_BYTES, (long) cells.count() * flash.geometry().pageBytes()));
        try (cells) {
            new EnvmDevice(flash, cells, asFound, clock, Pacer.virtual()).drain();
        }
        try {
            Files.delete(image);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete drained ENVM image " + image + ": " + e.getMessage(), e);
        }
    }

    private static EnvmDevice over(
            FlashDevice flash, FileCells cells, EnvmConfig config, InstantSource clock, Pacer pacer) {
        try {
            return new EnvmDevice(flash, cells, config, clock, pacer);
        } catch (FlashException | IllegalArgumentException e) {
            cells.close();
            throw e;
        }
    }
}
