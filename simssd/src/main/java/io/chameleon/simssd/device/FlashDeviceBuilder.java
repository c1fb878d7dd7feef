package io.chameleon.simssd.device;

import io.chameleon.simssd.Check;
import io.chameleon.simssd.FaultModel;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashParallelism;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.Pacer;
import io.chameleon.simssd.file.Medium;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.nand.FaultyNandArray;
import io.chameleon.simssd.nand.FileNandArray;
import io.chameleon.simssd.nand.MemoryIdentity;
import io.chameleon.simssd.nand.MemoryNandArray;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.PlaneSchedule;
import io.chameleon.simssd.nand.TimedNandArray;
import io.chameleon.simssd.nand.TimingOnlyNandArray;
import io.chameleon.simssd.report.DeviceHealth;
import io.chameleon.simssd.report.SmartReport;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Builds a device with non-default options:
 * <pre>{@code
 * FlashDevice device = FlashDevices.builder(config)
 *         .faults(FaultModel.seeded(7).withProgramFailures(1e-5).withMaxErases(3_000))
 *         .parallelism(FlashParallelism.of(4, 2, 1), clock)
 *         .open(Path.of("ssd.img"));
 * }</pre>
 * Garbage collection and everything else that decides where pages go is in {@link FlashConfig}.
 */
public final class FlashDeviceBuilder {
    private final FlashConfig config;
    private Pacer pacer = Pacer.virtual();
    private FaultModel faults = FaultModel.NONE;
    private @Nullable FlashParallelism parallelism;
    private LongSupplier nanoTime = () -> 0;
    private InstantSource clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
    private RandomGenerator ids = new SecureRandom();
    private UnaryOperator<Medium> medium = UnaryOperator.identity();
    private MountProgress progress = MountProgress.NONE;
    private int ratedErases = DeviceOptions.DEFAULT_RATED_ERASES;

    FlashDeviceBuilder(FlashConfig config) {
        this.config = config;
    }

    /** How simulated time passes; {@link Pacer#virtual} by default. */
    public FlashDeviceBuilder pacer(Pacer pacer) {
        this.pacer = pacer;
        return this;
    }

    /** The faults; none by default. */
    public FlashDeviceBuilder faults(FaultModel faults) {
        this.faults = faults;
        return this;
    }

    /**
     * Serves operations in parallel. Latencies, and the times passed to the pacer, then run from arrival to completion,
     * queueing included; for time to really pass, use {@link Pacer#waiting}.
     *
     * @param nanoTime the time when operations arrive: a virtual clock, or {@code System::nanoTime}
     */
    public FlashDeviceBuilder parallelism(FlashParallelism parallelism, LongSupplier nanoTime) {
        this.parallelism = parallelism;
        this.nanoTime = nanoTime;
        return this;
    }

    /** Counts the hours that the device is open ({@link SmartReport#powerOnHours}); no clock by default. */
    public FlashDeviceBuilder clock(InstantSource clock) {
        this.clock = clock;
        return this;
    }

    /** Rated erases of a block, the basis of {@link SmartReport#percentageUsed}. Enforces nothing. */
    public FlashDeviceBuilder ratedErases(int erases) {
        Check.that(erases > 0, "flash.rated-erases", erases, "at least 1");
        this.ratedErases = erases;
        return this;
    }

    /** Receives the progress of {@link #open}. */
    public FlashDeviceBuilder progress(MountProgress progress) {
        this.progress = progress;
        return this;
    }

    /** Source of the ids of new devices ({@link FlashDevice#deviceId}); a {@link SecureRandom} by default. */
    public FlashDeviceBuilder ids(RandomGenerator random) {
        this.ids = random;
        return this;
    }

    /** What is between an image and its disk: nothing by default. For disks that fail. */
    public FlashDeviceBuilder medium(UnaryOperator<Medium> onDisk) {
        this.medium = onDisk;
        return this;
    }

    /** {@link FlashDevices#timingOnly}. Of the faults, only those of erases occur: the array has no other operation. */
    public SimulatedFlashDevice timingOnly() {
        return device(new TimingOnlyNandArray(config.geometry(), new MemoryIdentity(ids)));
    }

    /** {@link FlashDevices#inMemory(FlashConfig)}. */
    public SimulatedFlashDevice inMemory() {
        return device(new MemoryNandArray(config.geometry(), new MemoryIdentity(ids)));
    }

    /** {@link FlashDevices#open(Path, FlashConfig)}. */
    public SimulatedFlashDevice open(Path image) {
        NandArray nand = FileNandArray.open(image, config.geometry(), ids, medium);
        try {
            return device(nand);
        } catch (RuntimeException e) {
            nand.close();
            throw e;
        }
    }

    private SimulatedFlashDevice device(NandArray nand) {
        DeviceHealth health = new DeviceHealth(clock);
        NandArray array = nand;
        if (!faults.equals(FaultModel.NONE)) {
            array = new FaultyNandArray(config.geometry(), array, faults, health);
        }
        PlaneSchedule schedule = parallelism == null ? null : new PlaneSchedule(config, parallelism, nanoTime);
        if (schedule != null) {
            array = new TimedNandArray(array, schedule);
        }
        DeviceOptions options = new DeviceOptions(pacer, schedule, health, ratedErases, progress);
        return new SimulatedFlashDevice(config, array, options);
    }
}
