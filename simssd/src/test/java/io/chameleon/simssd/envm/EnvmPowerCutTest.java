package io.chameleon.simssd.envm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.Pacer;
import io.chameleon.simssd.device.CuttableFlash;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Power cuts at any operation of either medium, on disks that keep or lose each unsynced sector at random. */
class EnvmPowerCutTest {
    private static final int LIVES = 12;
    private static final int PAGE = 512;
    private static final long ENVM_BYTES = 64 << 10;

    /** Twenty seeds for each policy; then some with blocks of other shapes. */
    static Stream<Arguments> seedsAndFlash() {
        return LongStream.rangeClosed(1, 70).mapToObj(seed -> Arguments.of(seed, flash(seed)));
    }

    private static CuttableFlash flash(long seed) {
        if (seed <= 60) {
            return new CuttableFlash(8, 100, 0.3);
        }
        return seed <= 69 ? new CuttableFlash(48, 100, 0.3) : new CuttableFlash(1_152, 20, 0.6);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seedsAndFlash")
    void device_powerCutAgainAndAgain_keepsEverySyncedPage(long seed, CuttableFlash flash) {
        EnvmPolicy policy = EnvmPolicy.values()[(int) (seed % 3)];
        Survivor survivor = new Survivor(seed, policy, flash);
        for (int life = 0; life < LIVES; life++) {
            survivor.live();
        }
        assertThat(survivor.checked).as("seed %d: promises checked", seed).isGreaterThan(500);
    }

    /** A host that records what it was promised: a version or a later one, {@link #GONE}, or 0 for nothing. */
    private static final class Survivor {
        private static final long GONE = -1;

        private final SplittableRandom random;
        private final EnvmConfig config;
        private final long[] promised;
        private final long[] current;
        private final long[] last;
        private CuttableFlash flash;
        private CutFile file = new CutFile(PAGE, (int) ENVM_BYTES / PAGE);
        private Instant now = Instant.EPOCH;
        private int checked;

        Survivor(long seed, EnvmPolicy policy, CuttableFlash flash) {
            random = new SplittableRandom(seed);
            this.flash = flash;
            // A budget of half the device a day, so that large writes go both ways.
            config = new EnvmConfig(policy, ENVM_BYTES, seed % 2 == 0 ? 20 * PAGE : 0, 0.5, EnvmTiming.OPTANE);
            int pages = (int) flash.open().geometry().logicalPages();
            promised = new long[pages];
            current = new long[pages];
            last = new long[pages];
        }

        void live() {
            boolean flashDies = random.nextBoolean();
            flash.cutAfter(flashDies ? random.nextInt(1, 4_000) : Long.MAX_VALUE);
            file.cutAfter(flashDies ? Long.MAX_VALUE : random.nextInt(1, 4_000));
            try {
                EnvmDevice device = new EnvmDevice(flash.open(), file.open(PAGE), config, () -> now, Pacer.virtual());
                check(device);
                work(device);
            } catch (RuntimeException e) {
                if (!CuttableFlash.isCut(e) && !(e instanceof CutFile.PowerCut)) {
                    throw e;
                }
                flash = flash.afterCut(random);
                file = file.afterCut(random);
            }
        }

        private void check(FlashDevice device) {
            long[] scanned = new long[promised.length];
            device.scan((page, spare) -> {
                long named = spare.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
                if (named != page || scanned[(int) page] != 0) {
                    fail("page %d has the owner bytes of %d, or is shown twice", page, named);
                }
                scanned[(int) page] = spare.get(ValueLayout.JAVA_LONG_UNALIGNED, 32);
            });
            for (int page = 0; page < promised.length; page++) {
                long found = promised[page] > 0 || device.isMapped(page) ? Pages.readVersion(device, page) : 0;
                if (promised[page] == GONE && found != 0) {
                    fail("page %d, trimmed and synced, is version %d", page, found);
                }
                if (promised[page] != GONE && (found < promised[page] || found > last[page])) {
                    fail("page %d is version %d, of %d; %d was promised", page, found, last[page], promised[page]);
                }
                if (scanned[page] != found) {
                    fail("page %d is version %d, and %d by its owner bytes", page, found, scanned[page]);
                }
                checked += promised[page] != 0 ? 1 : 0;
                if (promised[page] != GONE) {
                    current[page] = found;
                }
                // The host has seen it, but only a sync makes it durable again.
            }
        }

        private void work(EnvmDevice device) {
            while (true) {
                now = now.plusNanos(random.nextInt(4) == 0 ? random.nextLong(10_000_000_000L) : 1_000);
                int page = random.nextInt(3) == 0 ? random.nextInt(promised.length) : random.nextInt(150);
                int dice = random.nextInt(1_000);
                if (dice < 700) {
                    promised[page] = Math.max(0, promised[page]);
                    Pages.write(device, page, ++last[page], PAGE * (random.nextInt(3) == 0 ? 16L : 1L));
                    current[page] = last[page];
                } else if (dice < 720) {
                    promised[page] = 0;
                    current[page] = GONE;
                    device.trim(page);
                } else if (dice < 730) {
                    device.sync();
                    System.arraycopy(current, 0, promised, 0, current.length);
                } else if (dice < 750) {
                    device.writeBackIfIdle();
                } else if (device.isMapped(page)) {
                    long found = Pages.readVersion(device, page);
                    if (found != current[page]) {
                        fail("page %d is version %d, expected %d", page, found, current[page]);
                    }
                }
            }
        }
    }
}
