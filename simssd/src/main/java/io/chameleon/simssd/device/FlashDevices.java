package io.chameleon.simssd.device;

import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.Pacer;
import io.chameleon.simssd.file.ImageFile;
import io.chameleon.simssd.nand.ImageHeader;
import io.chameleon.simssd.nand.ImageLayout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Creates devices; {@link #builder} has all options. */
public final class FlashDevices {
    private FlashDevices() {}

    /** For devices with faults, parallelism and the like. */
    public static FlashDeviceBuilder builder(FlashConfig config) {
        return new FlashDeviceBuilder(config);
    }

    /**
     * A device that knows where pages are but not what is in them: for wear and latency at full speed, in virtual time.
     */
    public static SimulatedFlashDevice timingOnly(FlashConfig config) {
        return builder(config).timingOnly();
    }

    /** A device that forgets everything when closed, in virtual time. */
    public static FlashDevice inMemory(FlashConfig config) {
        return inMemory(config, Pacer.virtual());
    }

    /** A device that forgets everything when closed. Off-heap memory grows with the blocks touched. */
    public static FlashDevice inMemory(FlashConfig config, Pacer pacer) {
        return builder(config).pacer(pacer).inMemory();
    }

    /** {@link #open(Path, FlashConfig, Pacer)} in virtual time. */
    public static FlashDevice open(Path image, FlashConfig config) {
        return open(image, config, Pacer.virtual());
    }

    /**
     * The geometry of the device in an image file, to be passed to {@link #open}; empty if there is no such file.
     *
     * @throws ImageException if the file is not an image, or its header is damaged, or it is a link to nothing
     * @throws DeviceFailedException if it cannot be read
     */
    public static Optional<FlashGeometry> geometryOf(Path image) {
        ImageFile.requirePlain(image);
        try (InputStream file = Files.newInputStream(image)) {
            byte[] header = file.readNBytes(ImageLayout.HEADER_BYTES);
            if (header.length < ImageLayout.HEADER_BYTES) {
                throw new ImageException(
                        image + ": not a flash image (" + header.length + " bytes, shorter than its header)");
            }
            return Optional.of(ImageHeader.geometry(header, image.toString()));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw new DeviceFailedException("cannot read image " + image, e);
        }
    }

    /**
     * Opens the device in an image file, or creates an empty one if there is no such file; its directory must exist.
     * Cost: after a clean stop a read of 4 bytes per page; otherwise of 1.6 % of the programmed pages' bytes, and of
     * the pages written since the sync before the last.
     *
     * @throws ImageException if the file is not an image, damaged, truncated, of another geometry, or in use
     * @throws DeviceFailedException if it cannot be read or created
     */
    public static FlashDevice open(Path image, FlashConfig config, Pacer pacer) {
        return builder(config).pacer(pacer).open(image);
    }
}
