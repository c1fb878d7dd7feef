package io.chameleon.server;

import io.chameleon.server.manifest.ManifestLog;
import io.chameleon.server.manifest.Manifests;
import io.chameleon.server.manifest.MemoryManifests;
import io.chameleon.simssd.FaultModel;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.Pacer;
import io.chameleon.simssd.device.FlashDeviceBuilder;
import io.chameleon.simssd.device.FlashDevices;
import io.chameleon.simssd.envm.EnvmDevices;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a device that a configuration describes. An image keeps the geometry of its creation, whatever has been
 * configured since.
 */
final class DeviceOpening {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceOpening.class);

    private final ServerConfig config;
    private final MountProgress progress;
    private final @Nullable Path image;

    /** @param progress receives the progress of the mount */
    DeviceOpening(ServerConfig config, ServerConfig.Device device, MountProgress progress) {
        this.config = config;
        this.progress = progress;
        this.image = device.image();
    }

    /**
     * @throws RuntimeException in one line if it cannot be opened; nothing stays open then
     */
    FlashDevice open() {
        FlashDevice flash = openFlash();
        try {
            return behindCache(flash);
        } catch (RuntimeException e) {
            flash.close();
            throw e;
        }
    }

    private FlashDevice openFlash() {
        FlashGeometry configured = FlashGeometry.ofCapacity(config.capacityBytes());
        return switch (config.medium()) {
            case IMAGE -> openImage(Objects.requireNonNull(image, "medium IMAGE without a file"), configured);
            case MEMORY -> builder(configured).inMemory();
            case TIMING_ONLY -> builder(configured).timingOnly();
        };
    }

    private FlashDevice openImage(Path file, FlashGeometry configured) {
        Optional<FlashGeometry> found = FlashDevices.geometryOf(file);
        FlashDevice device = builder(found.orElse(configured)).open(file);
        long capacity = device.geometry().capacityBytes();
        if (found.isEmpty()) {
            LOG.warn(
                    "made a new, empty flash device image={} device={} capacity_bytes={}",
                    file,
                    device.deviceId(),
                    capacity);
        } else if (capacity != configured.capacityBytes()) {
            LOG.info(
                    "server.capacity-bytes counts for new devices only: image={} keeps capacity_bytes={} configured={}",
                    file,
                    capacity,
                    config.capacityBytes());
        }
        return device;
    }

    private FlashDeviceBuilder builder(FlashGeometry geometry) {
        return FlashDevices.builder(new FlashConfig(geometry, FlashTiming.TABLE_II, config.writeMode()))
                .pacer(pacer())
                .progress(progress)
                .clock(InstantSource.system())
                .faults(FaultModel.NONE.withMaxErases((int) config.maxErases()))
                .ratedErases((int) Math.min(config.enduranceErases(), Integer.MAX_VALUE));
    }

    /** Beside the image, or in memory like the device. */
    Manifests openManifests() {
        return image == null
                ? new MemoryManifests()
                : new ManifestLog(image.resolveSibling(image.getFileName() + ".manifests"));
    }

    /** If a cache is no longer configured, what it still holds is written to flash first. */
    private FlashDevice behindCache(FlashDevice flash) {
        Path cacheImage = image == null ? null : image.resolveSibling(image.getFileName() + ".envm");
        if (config.envm().isOn()) {
            return cacheImage == null
                    ? EnvmDevices.inMemory(flash, config.envm(), InstantSource.system(), pacer())
                    : EnvmDevices.open(flash, cacheImage, config.envm(), InstantSource.system(), pacer());
        }
        if (cacheImage != null) {
            EnvmDevices.drain(flash, cacheImage);
        }
        return flash;
    }

    private Pacer pacer() {
        return config.latency() == ServerConfig.Latency.PACED ? Pacer.paced(System::nanoTime) : Pacer.virtual();
    }
}
