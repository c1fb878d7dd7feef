package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.GarbageCollection;
import io.chameleon.simssd.HeatSource;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.WearLevelling;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.report.WearStatistics;
import io.chameleon.simssd.testing.RemountableNandArray;
import io.chameleon.simssd.testing.TestPages;
import io.chameleon.simssd.testing.VictimPolicies;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every write mode compared with an array of versions: random writes, trims, reads, syncs and reopenings, 100 seeds, a
 * million operations per mode and device; fewer for blocks of other shapes. Victim policies, heat sources and wear
 * levelling change with the seed.
 * {@code -Dchameleon.simssd.model.operations} multiplies the operations.
 */
class WriteModeModelTest {
    private static final int OPERATIONS = Integer.getInteger("chameleon.simssd.model.operations", 10_000);
    private static final VictimPolicy[] POLICIES = VictimPolicies.all();
    private static final HeatSource[] HEAT = {
        new HeatSource.Hint(), new HeatSource.Oracle(0.2), new HeatSource.Learned(1, 1.5)
    };
    private static final WearLevelling[] LEVELLING = {
        new WearLevelling.None(),
        new WearLevelling.Static(3),
        new WearLevelling.None(),
        new WearLevelling.DualPool(3),
        new WearLevelling.Dynamic(2)
    };

    /** Blocks that share words of the liveness map with their neighbours, and blocks of many words. */
    private enum Shape {
        USUAL(8, 48, 0.25, 100, 1),
        ONE_PAGE(1, 48, 0.25, 30, 1),
        ODD(3, 48, 0.25, 30, 1),
        REAL(48, 48, 0.25, 30, 1),
        LARGE(1_152, 24, 0.6, 6, 6);

        final int pagesPerBlock;
        final int blocks;
        final double overProvisioning;
        final int seeds;
        final int operations;

        Shape(int pagesPerBlock, int blocks, double overProvisioning, int seeds, int times) {
            this.pagesPerBlock = pagesPerBlock;
            this.blocks = blocks;
            this.overProvisioning = overProvisioning;
            this.seeds = seeds;
            operations = OPERATIONS * times;
        }

        FlashConfig config(WriteMode mode) {
            return TestPages.smallConfig(pagesPerBlock, blocks, overProvisioning, mode);
        }
    }

    static Stream<Arguments> modesAndShapes() {
        return Stream.of(WriteMode.values())
                .flatMap(mode -> Stream.of(Shape.values()).map(shape -> Arguments.of(mode, shape)));
    }

    @ParameterizedTest
    @MethodSource("modesAndShapes")
    void memoryDevice_underRandomOperations_behavesLikeAMap(WriteMode mode, Shape shape) {
        for (long seed = 1; seed <= shape.seeds; seed++) {
            FlashConfig config = config(mode, shape, seed);
            try (FlashDevice device = FlashDevices.inMemory(config)) {
                Model model = new Model(seed, device);
                model.run(shape.operations, 0);
                model.checkEverything();
                model.checkCollectionRan();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("modesAndShapes")
    void persistentDevice_reopenedAgainAndAgain_behavesLikeAMap(WriteMode mode, Shape shape) {
        for (long seed = 1; seed <= shape.seeds; seed++) {
            FlashConfig config = config(mode, shape, seed);
            RemountableNandArray nand = new RemountableNandArray(config.geometry());
            Model model = new Model(seed, new SimulatedFlashDevice(config, nand, DeviceOptions.standard()));
            for (int life = 0; life < 4; life++) {
                model.run(shape.operations / 4, 10);
                model.device.close();
                model.device = new SimulatedFlashDevice(config, nand, DeviceOptions.standard());
                model.checkEverything();
            }
            model.checkCollectionRan();
            nand.discardAll();
        }
    }

    private static FlashConfig config(WriteMode mode, Shape shape, long seed) {
        VictimPolicy policy = POLICIES[(int) (seed % POLICIES.length)];
        HeatSource heat = HEAT[(int) (seed / POLICIES.length % HEAT.length)];
        WearLevelling levelling = LEVELLING[(int) (seed % LEVELLING.length)];
        return shape.config(mode)
                .withCollection(GarbageCollection.STANDARD
                        .withVictims(policy)
                        .withHeat(heat)
                        .withLevelling(levelling)
                        .withSwapChoices(3)
                        .withSeed(seed));
    }

    /** Version 0: not mapped. */
    private static final class Model {
        private final long seed;
        private final SplittableRandom random;
        private final long[] versions;
        private final byte[] content;
        private final byte[] expected;
        private FlashDevice device;
        private long version;

        Model(long seed, FlashDevice device) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            this.device = device;
            versions = new long[(int) device.geometry().logicalPages()];
            content = new byte[device.geometry().pageBytes()];
            expected = content.clone();
        }

        void run(int operations, int syncsPerThousand) {
            for (int i = 0; i < operations; i++) {
                int page =
                        random.nextInt(10) < 7 ? random.nextInt(versions.length / 5) : random.nextInt(versions.length);
                int dice = random.nextInt(1_000);
                if (dice < syncsPerThousand) {
                    device.sync();
                } else if (dice < 700) {
                    write(page);
                } else if (dice < 750) {
                    device.trim(page);
                    versions[page] = 0;
                } else {
                    check(page);
                }
            }
        }

        private void write(int page) {
            versions[page] = ++version;
            fill(content, page, version);
            WriteHint hint = page < versions.length / 5 ? WriteHint.HOT : WriteHint.COLD;
            device.write(page, MemorySegment.ofArray(content), MemorySegment.ofArray(new byte[0]), hint);
        }

        void checkEverything() {
            for (int page = 0; page < versions.length; page++) {
                check(page);
            }
            WearStatistics wear = device.statistics();
            String context = "seed " + seed;
            assertThat(wear.livePages())
                    .as(context)
                    .isEqualTo(Arrays.stream(versions).filter(v -> v != 0).count());
            assertThat(wear.totalErases())
                    .as(context)
                    .isEqualTo(Arrays.stream(device.eraseCounts()).sum());
            assertThat(wear.maxErases())
                    .as(context)
                    .isEqualTo(Arrays.stream(device.eraseCounts()).max().orElseThrow());
            assertThat(wear.nandPageWrites()).as(context).isEqualTo(wear.hostPageWrites() + wear.gcCopies());
        }

        void checkCollectionRan() {
            assertThat(device.statistics().totalErases())
                    .as("seed %d: collection ran", seed)
                    .isPositive();
        }

        private void check(int page) {
            if (device.isMapped(page) != (versions[page] != 0)) {
                throw new AssertionError("seed " + seed + ": page " + page + " mapped or not, other than expected");
            }
            if (versions[page] != 0) {
                device.read(page, MemorySegment.ofArray(content));
                fill(expected, page, versions[page]);
                if (!Arrays.equals(content, expected)) {
                    throw new AssertionError("seed " + seed + ": page " + page + " is not version " + versions[page]);
                }
            }
        }

        private static void fill(byte[] bytes, long page, long version) {
            MemorySegment segment = MemorySegment.ofArray(bytes);
            long mixed = (version * 1_000_003 + page) * 0x9E3779B97F4A7C15L;
            for (int at = 0; at < bytes.length; at += Long.BYTES) {
                segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at, mixed += 0x9E3779B97F4A7C15L);
            }
        }
    }
}
