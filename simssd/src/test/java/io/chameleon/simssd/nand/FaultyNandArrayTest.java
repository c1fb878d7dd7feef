package io.chameleon.simssd.nand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FaultModel;
import io.chameleon.simssd.FaultModel.BitErrors;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PowerLossException;
import io.chameleon.simssd.report.DeviceHealth;
import java.lang.foreign.MemorySegment;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultyNandArrayTest {
    private static final FlashGeometry GEOMETRY = new FlashGeometry(512, 8, 64, 0.3);

    private final DeviceHealth health = new DeviceHealth(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    private final NandArray flash = new MemoryNandArray(GEOMETRY);

    @Test
    void programs_failAsOftenAsToldAndInTheSamePlacesForASeed() {
        FaultModel faults = FaultModel.seeded(4).withProgramFailures(0.1);
        boolean[] first = programAll(new FaultyNandArray(GEOMETRY, new MemoryNandArray(GEOMETRY), faults, health));
        boolean[] again = programAll(new FaultyNandArray(GEOMETRY, new MemoryNandArray(GEOMETRY), faults, health));
        FaultModel otherSeed = FaultModel.seeded(5).withProgramFailures(0.1);
        boolean[] other = programAll(new FaultyNandArray(GEOMETRY, new MemoryNandArray(GEOMETRY), otherSeed, health));
        assertThat(again).isEqualTo(first);
        assertThat(other).isNotEqualTo(first);
        assertThat(failures(first)).as("10 %% of %d", first.length).isBetween(25, 80);
    }

    @Test
    void failedProgram_leavesAPageThatIsNotTakenForIntact() {
        NandArray nand =
                new FaultyNandArray(GEOMETRY, flash, FaultModel.seeded(1).withProgramFailures(1), health);
        assertThat(new PageIo(GEOMETRY, nand).program(0, 7, 1, segment(512), segment(40)))
                .isFalse();
        byte[] areas = new byte[8 * OobFormat.BYTES];
        flash.readOobs(0, MemorySegment.ofArray(areas));
        assertThat(OobFormat.isIntact(areas, 0)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"3", "1", "10"})
    void block_erasedAsOftenAsItMay_isGivenUp(int maxErases) {
        NandArray nand = new FaultyNandArray(GEOMETRY, flash, FaultModel.NONE.withMaxErases(maxErases), health);
        for (int erases = 1; erases < maxErases; erases++) {
            assertThat(nand.erase(5)).as("erase %d of %d", erases, maxErases).isTrue();
        }
        assertThat(nand.erase(5)).isFalse();
        assertThat(nand.eraseCount(5)).isEqualTo(maxErases);
        assertThat(nand.erase(6)).isEqualTo(maxErases > 1);
    }

    @Test
    void bitErrors_growWithWear_fromMendedToCorrupt() {
        BitErrors errors = new BitErrors(1e-4, 2e-2, 2, 8); // of 4,096 bits: 0.4 when new, 82 after 1,000 erases
        NandArray nand =
                new FaultyNandArray(GEOMETRY, flash, FaultModel.seeded(2).withBitErrors(errors), health);
        PageIo pages = new PageIo(GEOMETRY, nand);
        int fresh = corruptPages(pages);
        long mendedFresh = health.counters().correctedReads();
        for (int block = 0; block < GEOMETRY.blocks(); block++) {
            for (int i = 0; i < 1_000; i++) {
                nand.erase(block);
            }
        }
        assertThat(fresh).isZero();
        assertThat(mendedFresh).isBetween(50L, 350L);
        assertThat(corruptPages(pages)).isEqualTo((int) GEOMETRY.physicalPages());
    }

    @Test
    void pageReadTwice_hasTheSameBitErrorsTwice() {
        BitErrors errors = new BitErrors(1e-3, 0, 1, 0);
        NandArray nand =
                new FaultyNandArray(GEOMETRY, flash, FaultModel.seeded(2).withBitErrors(errors), health);
        new PageIo(GEOMETRY, nand).program(0, 7, 1, segment(512), segment(40));
        byte[] once = new byte[512];
        byte[] twice = new byte[512];
        nand.read(0, 0, MemorySegment.ofArray(once), segment(64));
        nand.read(0, 0, MemorySegment.ofArray(twice), segment(64));
        assertThat(once).isEqualTo(twice).isNotEqualTo(new byte[512]);
    }

    @Test
    void powerLoss_meetsTheOperationTold_andEndsAllLaterOnes() {
        NandArray nand =
                new FaultyNandArray(GEOMETRY, flash, FaultModel.seeded(3).withPowerLossAfter(2), health);
        PageIo pages = new PageIo(GEOMETRY, nand);
        assertThat(pages.program(0, 7, 1, segment(512), segment(40))).isTrue();
        nand.force();
        assertThatThrownBy(() -> nand.erase(0)).isInstanceOf(PowerLossException.class);
        assertThatThrownBy(nand::force).isInstanceOf(PowerLossException.class);
        assertThatThrownBy(() -> pages.read(0, 7, segment(512))).isInstanceOf(PowerLossException.class);
    }

    @Test
    void badModel_isRefusedInOneLine() {
        assertThatThrownBy(() -> FaultModel.NONE.withEraseFailures(1.5))
                .hasMessage("flash.erase-failures: '1.5' given, expected a probability, 0 to 1");
    }

    private static boolean[] programAll(NandArray nand) {
        PageIo pages = new PageIo(GEOMETRY, nand);
        boolean[] done = new boolean[(int) GEOMETRY.physicalPages()];
        for (int page = 0; page < done.length; page++) {
            done[page] = pages.program(page, 7, page + 1L, segment(512), segment(40));
        }
        return done;
    }

    private static int failures(boolean[] done) {
        int failures = 0;
        for (boolean it : done) {
            failures += it ? 0 : 1;
        }
        return failures;
    }

    /** Programs and reads every page of the array. */
    private static int corruptPages(PageIo pages) {
        int corrupt = 0;
        for (int page = 0; page < GEOMETRY.physicalPages(); page++) {
            pages.program(page, 7, page + 1L, segment(512), segment(40));
            try {
                pages.read(page, 7, segment(512));
            } catch (CorruptPageException _) {
                corrupt++;
            }
        }
        return corrupt;
    }

    private static MemorySegment segment(int bytes) {
        return MemorySegment.ofArray(new byte[bytes]);
    }
}
