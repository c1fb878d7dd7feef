package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.chameleon.simssd.DeviceReadOnlyException;
import io.chameleon.simssd.FaultModel;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.GarbageCollection;
import io.chameleon.simssd.PowerLossException;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.nand.DeviceCounters;
import io.chameleon.simssd.nand.FaultyNandArray;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.PageIo;
import io.chameleon.simssd.nand.PowerCutNandArray;
import io.chameleon.simssd.report.DeviceHealth;
import io.chameleon.simssd.testing.TestPages;
import io.chameleon.simssd.testing.VictimPolicies;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Power cuts at any operation, collection and mount included, on a disk that keeps or loses each unsynced sector at
 * random.
 */
class PowerCutTest {
    private static final int LIVES = 30;
    private static final int TRIALS = 20;

    /** Ten seeds for each write mode; then one or two for each mode with blocks of other shapes. */
    static Stream<Arguments> seedsAndPagesPerBlock() {
        return LongStream.rangeClosed(1, 78).mapToObj(seed -> Arguments.of(seed, seed <= 60 ? 8 : seed <= 66 ? 3 : 48));
    }

    static Stream<Arguments> largeBlocksToo() {
        return Stream.concat(seedsAndPagesPerBlock(), Stream.of(Arguments.of(79, 1_152)));
    }

    /** 79 seeds x 30 lives: 2,370 cuts. */
    @ParameterizedTest(name = "seed {0}, {1} pages per block")
    @MethodSource("largeBlocksToo")
    void device_powerCutAgainAndAgain_keepsEverySyncedPageTrimAndErase(long seed, int pagesPerBlock) {
        FlashConfig config =
                pagesPerBlock < 1_000 ? config(seed, pagesPerBlock, 40, 0.3) : config(seed, pagesPerBlock, 20, 0.6);
        Survivor survivor = new Survivor(seed, config, FaultModel.NONE);
        for (int life = 0; life < LIVES; life++) {
            survivor.live();
        }
        assertThat(Arrays.stream(survivor.reported).sum())
                .as("seed %d: collection ran", seed)
                .isGreaterThan(800 / pagesPerBlock);
        assertThat(survivor.cuts).isEqualTo(LIVES);
        assertThat(survivor.trimsKept)
                .as("seed %d: synced trims survived", seed)
                .isPositive();
    }

    /**
     * The same with occasional failures of programs and erases: knowledge of bad blocks may be lost with the power too.
     */
    @ParameterizedTest(name = "seed {0}, {1} pages per block")
    @MethodSource("seedsAndPagesPerBlock")
    void failingFlash_powerCutAgainAndAgain_keepsEverySyncedPageTrimAndErase(long seed, int pagesPerBlock) {
        FaultModel faults = FaultModel.seeded(seed).withProgramFailures(2e-4).withEraseFailures(1e-3);
        Survivor survivor = new Survivor(seed, config(seed, pagesPerBlock, 80, 0.5), faults);
        for (int life = 0; life < LIVES; life++) {
            survivor.live();
        }
        assertThat(survivor.badBlocks).as("seed %d: blocks went bad", seed).isPositive();
        assertThat(survivor.ends).as("seed %d: but not too many", seed).isZero();
    }

    /** Until the spare blocks are used up, and beyond: a read-only device is cut off and mounted like any other. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void flashAtTheEndOfItsLife_powerCutAgainAndAgain_keepsEverySyncedPageTrimAndErase(long seed) {
        FaultModel faults = FaultModel.seeded(seed).withProgramFailures(2e-3).withEraseFailures(1e-2);
        Survivor survivor = new Survivor(seed, config(seed, 8, 80, 0.5), faults);
        for (int life = 0; life < LIVES; life++) {
            survivor.live();
        }
        assertThat(survivor.ends)
                .as("seed %d: lives that ended read-only", seed)
                .isGreaterThan(5);
    }

    /** Write modes and victim policies change with the seed. */
    private static FlashConfig config(long seed, int pagesPerBlock, int blocks, double overProvisioning) {
        WriteMode mode = WriteMode.values()[(int) (seed % WriteMode.values().length)];
        VictimPolicy[] policies = VictimPolicies.all();
        VictimPolicy policy = policies[(int) (seed / WriteMode.values().length % policies.length)];
        return TestPages.smallConfig(pagesPerBlock, blocks, overProvisioning, mode)
                .withCollection(GarbageCollection.STANDARD.withVictims(policy).withSwapChoices(3));
    }

    /** Without ordering forces before erases these would be lost: the victim is gone, its copies never arrived. */
    @Test
    void collection_withoutAnySyncOfTheHost_forcesBeforeItErases() {
        FlashConfig config = TestPages.smallConfig(160, 0.3, WriteMode.SINGLE);
        PowerCutNandArray nand = new PowerCutNandArray(config.geometry());
        FlashDevice device = device(config, nand);
        long pages = config.geometry().logicalPages();
        for (long page = 0; page < pages; page++) {
            TestPages.write(device, page, 1);
        }
        device.sync();
        long forcesBefore = nand.forces();
        for (int round = 2; round < 30; round++) {
            for (long page = 0; page < pages; page += 2) {
                TestPages.write(device, page, round);
            }
        }
        long erases = device.statistics().totalErases();
        assertThat(erases).isGreaterThan(200);
        assertThat(nand.forces() - forcesBefore).as("forces, batched").isBetween(1L, erases);

        FlashDevice reopened = device(config, nand.afterCut(new SplittableRandom(1)));
        for (long page = 1; page < pages; page += 2) {
            assertThat(TestPages.readVersion(reopened, page)).isEqualTo(1);
        }
    }

    /** The last erased block is the only one that a mount can collect into, and the power fails there repeatedly. */
    @ParameterizedTest(name = "seed {0}, {1} pages per block")
    @MethodSource("largeBlocksToo")
    void mount_withOneErasedBlockLeft_survivesPowerCutsInItsRecovery(long seed, int pagesPerBlock) {
        SplittableRandom random = new SplittableRandom(seed);
        WriteMode mode = WriteMode.values()[(int) (seed % WriteMode.values().length)];
        int blocks = mode == WriteMode.COLD ? 36 : 32; // a frontier per temperature takes more spare blocks
        FlashConfig config = TestPages.smallConfig(pagesPerBlock, blocks, 0.29, mode);
        int trials = Math.max(1, Math.min(TRIALS, 8 * TRIALS / pagesPerBlock));
        for (int trial = 0; trial < trials; trial++) {
            PowerCutNandArray nand = new PowerCutNandArray(config.geometry());
            long[] versions = fillAllBlocksButOne(config, nand, random);
            FlashDevice device = mountUnderCuts(config, nand, random);
            for (int page = 0; page < versions.length; page++) {
                long found = TestPages.readVersion(device, page);
                if (found != versions[page]) {
                    fail("page %d is version %d, expected %d", page, found, versions[page]);
                }
                TestPages.write(device, page, 1_000);
            }
        }
    }

    private static FlashDevice mountUnderCuts(FlashConfig config, PowerCutNandArray first, SplittableRandom random) {
        PowerCutNandArray nand = first;
        while (true) {
            nand.cutAfter(random.nextInt(Math.max(60, 8 * config.geometry().pagesPerBlock())));
            try {
                FlashDevice device = device(config, nand);
                nand.cutAfter(Long.MAX_VALUE);
                return device;
            } catch (PowerLossException _) {
                nand = nand.afterCut(random);
            }
        }
    }

    /** Every logical page is live; its stale versions fill the rest. Returns the newest versions. */
    private static long[] fillAllBlocksButOne(FlashConfig config, PowerCutNandArray nand, SplittableRandom random) {
        FlashGeometry geometry = config.geometry();
        PageIo pages = new PageIo(geometry, nand);
        long[] versions = new long[(int) geometry.logicalPages()];
        int programs = (int) geometry.physicalPages() - geometry.pagesPerBlock();
        List<Integer> writes = new ArrayList<>();
        for (int i = 0; i < programs; i++) {
            writes.add(i < versions.length ? i : random.nextInt(versions.length));
        }
        Collections.shuffle(writes, new Random(random.nextLong()));
        for (int page = 0; page < programs; page++) {
            int logicalPage = writes.get(page);
            long version = ++versions[logicalPage];
            byte[] content = TestPages.content(logicalPage, version, geometry.pageBytes());
            MemorySegment spare = TestPages.spare(logicalPage, version);
            pages.program(page, logicalPage, page + 1L, MemorySegment.ofArray(content), spare);
        }
        nand.saveCounters(DeviceCounters.NONE.allDurableUpTo(programs));
        nand.force();
        return versions;
    }

    private static SimulatedFlashDevice device(FlashConfig config, NandArray nand) {
        return new SimulatedFlashDevice(config, nand, DeviceOptions.standard());
    }

    /** A host that records what it was promised. Version 0: the page is empty. */
    private static final class Survivor {
        private final String context;
        private final SplittableRandom random;
        private final FlashConfig config;

        /** By page: what the host's last sync vouches for, and the newest version at that time. */
        private final long[] promised;

        private final long[] promisedLast;
        private final boolean[] trimmedSince;
        private final long[] current;
        private final long[] last;
        private int[] reported;
        private long cuts;
        private long ends;
        private long trimsKept;
        private final FaultModel faults;
        private int badBlocks;
        private PowerCutNandArray nand;

        Survivor(long seed, FlashConfig config, FaultModel faults) {
            this.faults = faults;
            context = "seed " + seed + ", " + config.writeMode();
            random = new SplittableRandom(seed);
            this.config = config;
            promised = new long[(int) config.geometry().logicalPages()];
            promisedLast = new long[promised.length];
            trimmedSince = new boolean[promised.length];
            current = new long[promised.length];
            last = new long[promised.length];
            reported = new int[config.geometry().blocks()];
            nand = new PowerCutNandArray(config.geometry());
        }

        void live() {
            nand.cutAfter(random.nextInt(3) == 0 ? random.nextInt(400) : random.nextInt(100, 6_000));
            try {
                FlashDevice device = device(config, failing(nand));
                checkAfterMount(device);
                work(device);
            } catch (PowerLossException _) {
                cuts++;
                nand = nand.afterCut(random);
            } catch (DeviceReadOnlyException _) {
                ends++;
                nand = nand.afterCut(random);
            }
        }

        private NandArray failing(NandArray array) {
            DeviceHealth health = DeviceOptions.standard().health();
            return faults.equals(FaultModel.NONE)
                    ? array
                    : new FaultyNandArray(config.geometry(), array, faults, health);
        }

        private void checkAfterMount(FlashDevice device) {
            badBlocks = Math.max(badBlocks, device.statistics().badBlocks());
            FlashDeviceModelTest.assertNoCountLower(reported, device.eraseCounts());
            assertThat(device.mountReport().corruptPages()).as(context).isZero();
            for (int page = 0; page < promised.length; page++) {
                checkPage(device, page);
            }
            promiseEverything(device);
        }

        /** The promised content, or any later write of the host: never what a promised write or trim had made void. */
        private void checkPage(FlashDevice device, int page) {
            long found = device.isMapped(page) ? TestPages.readVersion(device, page) : 0;
            if (found == 0) {
                if (promised[page] != 0 && !trimmedSince[page]) {
                    fail("%s: page %d holds nothing, version %d was promised", context, page, promised[page]);
                }
                trimsKept += promisedLast[page] > 0 ? 1 : 0;
            } else if (found != promised[page] && (found <= promisedLast[page] || found > last[page])) {
                fail("%s: page %d is version %d, %d was promised", context, page, found, promised[page]);
            }
            current[page] = found;
        }

        private void work(FlashDevice device) {
            while (true) {
                int page = random.nextInt(promised.length);
                int dice = random.nextInt(1_000);
                if (dice < 910) {
                    TestPages.write(device, page, ++last[page]);
                    current[page] = last[page];
                } else if (dice < 920) {
                    writeMany(device);
                } else if (dice < 960) {
                    trimmedSince[page] = true;
                    device.trim(page);
                    current[page] = 0;
                } else if (dice < 965) {
                    device.sync();
                    promiseEverything(device);
                } else if (device.isMapped(page)) {
                    long found = TestPages.readVersion(device, page);
                    if (found != current[page]) {
                        fail("%s: page %d is version %d, expected %d", context, page, found, current[page]);
                    }
                }
                reported = device.eraseCounts();
            }
        }

        private void writeMany(FlashDevice device) {
            LinkedHashMap<Integer, Long> versions = new LinkedHashMap<>();
            random.ints(0, promised.length)
                    .distinct()
                    .limit(random.nextInt(1, 20))
                    .forEach(page -> versions.put(page, ++last[page]));
            TestPages.writeAll(device, versions);
            versions.forEach((page, version) -> current[page] = version);
        }

        /** After a mount too, which makes durable what it finds. */
        private void promiseEverything(FlashDevice device) {
            for (int page = 0; page < promised.length; page++) {
                if (device.isMapped(page) != current[page] > 0) {
                    fail("%s: page %d is mapped or not, other than expected", context, page);
                }
                promised[page] = current[page];
                promisedLast[page] = last[page];
                trimmedSince[page] = false;
            }
        }
    }
}
