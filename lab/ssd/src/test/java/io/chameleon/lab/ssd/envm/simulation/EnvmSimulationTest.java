package io.chameleon.lab.ssd.envm.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EnvmSimulationTest {
    private static final long MIB = 1 << 20;
    private static final long HOUR = 3_600_000_000L;

    private static SimulationReport run(RequestLog log, SimulationConfig config) {
        return EnvmSimulation.run(log, config, _ -> {});
    }

    private static SimulationConfig config(Scheme scheme) {
        return SimulationConfig.paper(scheme, 64 * MIB).withCaches(8 * 4_096, 64 * 4_096);
    }

    private static RequestLog vdi() {
        return VdiWorkload.generate(new SplittableRandom(5), 7, 8_000);
    }

    /** One page is 102.3 µs from flash, 10 µs from Optane, 0.5 µs from DRAM; filling DRAM is charged too. */
    @Test
    void readLatency_isTheSumOfWhatTheRequestNeeds() {
        RequestLog log = new RequestLog.Builder()
                .add(0, false, 0, 4_096)
                .add(1_000_000, false, 0, 4_096)
                .add(2_000_000, false, 100, 8_192)
                .build();
        SimulationReport.ClassReport busy = run(log, config(Scheme.NLCWIP)).busy();
        double first = 102.3 + 0.5;
        double again = 0.5;
        double three = 100 + 2 * 2.3 + 0.1 + 3 * 0.4; // two of its three pages from flash
        assertThat(busy.readMicros()).isCloseTo((first + again + three) / 3, within(1e-6));
        assertThat(busy.dramShare()).isEqualTo(0.4);
        assertThat(busy.readP99Micros()).containsOnlyKeys(4, 8);
    }

    @Test
    void baseCase_paysForEvictions_policyIiiDoesNot() {
        RequestLog.Builder log = new RequestLog.Builder();
        for (int i = 0; i < 20; i++) {
            log.add(i * 1_000_000L, true, i * 4_096L, 4_096);
        }
        RequestLog writes = log.build();
        SimulationReport base = run(writes, config(Scheme.BASE));
        // All go to DRAM; the 12 that DRAM cannot hold are evicted one by one.
        assertThat(base.busy().writeMicros()).isCloseTo(0.5 + 12 * (110.2 + 0.4) / 20, within(0.3));
        assertThat(base.busy().flashBytes()).isEqualTo(12 * 4_096);
        assertThat(base.busy().meanBytesAtRisk()).isPositive();
        SimulationReport third = run(writes, config(Scheme.NLCWIP));
        // Equal sizes are all large (the average or more): to flash, within the budget.
        assertThat(third.busy().flashBytes()).isEqualTo(20 * 4_096);
        assertThat(third.busy().meanBytesAtRisk()).isZero();
    }

    @Test
    void writes_beyondTheDailyLimit_areCritical() {
        RequestLog.Builder log = new RequestLog.Builder();
        for (int i = 0; i < 100; i++) {
            log.add(i, true, i * 4_096L, 4_096);
        }
        SimulationConfig config = config(Scheme.BASE)
                .withFlash(64 * MIB, MediumTiming.QLC, 24 * 30 * 4_096)
                .withDay(HOUR);
        SimulationReport.ClassReport busy = run(log.build(), config).busy();
        assertThat(config.flashLimit()).isEqualTo(30 * 4_096);
        assertThat(busy.safeBytes()).isEqualTo(30 * 4_096);
        assertThat(busy.criticalBytes()).isEqualTo((92 - 30) * 4_096);
    }

    /** What a day leaves modified in DRAM is at risk on the next. */
    @Test
    void dataAtRisk_isThatOfEachDay() {
        RequestLog log = new RequestLog.Builder()
                .add(HOUR / 2, true, 0, 4_096)
                .add(HOUR + HOUR / 2, false, 1 << 20, 4_096)
                .build();
        SimulationReport report = run(log, config(Scheme.BASE).withDay(HOUR));
        assertThat(report.days())
                .extracting(SimulationReport.Day::meanBytesAtRisk)
                .containsExactly(2_048.0, 4_096.0);
        assertThat(report.days())
                .extracting(SimulationReport.Day::mostBytesAtRisk)
                .containsExactly(4_096.0, 4_096.0);
    }

    @Test
    void magnification_multipliesSizesOfWritesOnly() {
        RequestLog log = new RequestLog.Builder()
                .add(0, true, 0, 4_096)
                .add(1, false, 1 << 20, 4_096)
                .build();
        SimulationConfig config = config(Scheme.NLCWIP).withMagnification(16);
        SimulationReport report = run(log, config);
        assertThat(report.counters().flashWrites()).isEqualTo(16);
        assertThat(report.counters().flashReads()).isEqualTo(1);
    }

    @Test
    void writeback_begunTooEarlyToEnd_delaysOnlyWhoNeedsFlash() {
        RequestLog.Builder log = new RequestLog.Builder();
        log.add(0, true, 1 << 20, 65_536); // large, so that what follows is small
        for (int i = 1; i <= 60; i++) {
            log.add(i * 1_000L, true, i * 4_096L, 4_096);
        }
        long soon = 60_000 + 32 + 20; // 20 µs into the first writeback of the gap
        SimulationConfig config = config(Scheme.NLCWIP).withIdleFloor(0);
        RequestLog readsFlash = log.add(soon, false, 2 << 20, 4_096).build();
        SimulationReport.ClassReport report = run(readsFlash, config).busy();
        double writeback = MediumTiming.QLC.accessNanos() / 1e3;
        assertThat(report.readMicros()).isGreaterThan(102.8).isLessThan(102.8 + writeback);
    }

    @Test
    void policies_onVirtualDesktops_keepThePapersOrder() {
        RequestLog log = vdi();
        SimulationConfig paper = SimulationConfig.paper(Scheme.BASE, VdiWorkload.FLASH_BYTES / 16)
                .withFlash(VdiWorkload.FLASH_BYTES / 16, MediumTiming.QLC, Double.MAX_VALUE);
        SimulationReport base = run(log, paper);
        SimulationReport oc = run(log, paper.withScheme(Scheme.OC));
        SimulationReport second = run(log, paper.withScheme(Scheme.NLCWOIP));
        SimulationReport third = run(log, paper.withScheme(Scheme.NLCWIP));
        assertThat(third.busy().readMicros())
                .as("Fig. 7")
                .isLessThan(second.busy().readMicros());
        assertThat(second.busy().readMicros())
                .isLessThan(oc.busy().readMicros())
                .isLessThan(base.busy().readMicros());
        assertThat(third.busy().meanBytesAtRisk()).as("Fig. 6").isZero();
        assertThat(oc.busy().meanBytesAtRisk()).isEqualTo(second.busy().meanBytesAtRisk());
        assertThat(oc.busy().envmBytes())
                .as("Fig. 12")
                .isGreaterThan(second.busy().envmBytes());
        assertThat(second.busy().writeMicros())
                .as("Fig. 8")
                .isLessThan(third.busy().writeMicros());
    }

    @Test
    void simulation_isTheSameEveryTime() {
        SimulationConfig config = SimulationConfig.paper(Scheme.NLCWIP, 256 * MIB);
        assertThat(run(vdi(), config)).isEqualTo(run(vdi(), config));
    }

    @Test
    void days_areClassedByTheirRequests() {
        assertThat(Traffic.ofDays(new long[] {5, 100, 7, 80, 1, 60, 50}))
                .containsExactly(
                        Traffic.LOW,
                        Traffic.BUSY,
                        Traffic.MODERATE,
                        Traffic.BUSY,
                        Traffic.LOW,
                        Traffic.BUSY,
                        Traffic.MODERATE);
        assertThat(run(vdi(), SimulationConfig.paper(Scheme.BASE, 256 * MIB)).days())
                .hasSize(7);
    }

    @Test
    void vdi_hasTheFeaturesThePaperTellsOf() {
        RequestLog log = vdi();
        long reads = IntStream.range(0, log.size()).filter(i -> !log.isWrite(i)).count();
        assertThat((double) reads / log.size()).isBetween(0.55, 0.65);
        assertThat(IntStream.range(0, log.size()).mapToLong(log::bytes).min()).hasValue(512);
        assertThat(IntStream.range(0, log.size()).mapToLong(log::bytes).max()).hasValue(128 << 10);
        assertThat(IntStream.range(1, log.size()).allMatch(i -> log.micros(i) >= log.micros(i - 1)))
                .isTrue();
        assertThat(log.spanMicros()).isBetween(6 * 24 * HOUR, 7 * 24 * HOUR);
        assertThat(log.footprintBytes()).isLessThan(VdiWorkload.FLASH_BYTES);
    }

    @Test
    void sizing_findsTheSmallestEnvmThatLasts() {
        RequestLog.Builder log = new RequestLog.Builder();
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 4_000; i++) {
            boolean large = i % 50 == 0;
            log.add(
                    i * 1_000_000L,
                    true,
                    random.nextInt(large ? 200 : 400) * 65_536L / (large ? 1 : 16),
                    large ? 65_536 : 4_096);
        }
        RequestLog writes = log.build();
        SimulationConfig config = config(Scheme.NLCWIP)
                .withFlash(64 * MIB, MediumTiming.QLC, 48 * MIB)
                .withDay(SimulationConfig.DAY_MICROS);
        EnvmSizing.Size size = EnvmSizing.smallest(writes, config, _ -> {});
        assertThat(size.runs()).isLessThanOrEqualTo(6);
        SimulationConfig found = config.withCaches(config.dramBytes(), (long) size.bytes());
        assertThat(run(writes, found).busy().envmBytes()).isLessThanOrEqualTo(found.envmLimit());
        SimulationConfig smaller = config.withCaches(config.dramBytes(), (long) (size.bytes() / 1.2));
        SimulationReport.ClassReport tooSmall = run(writes, smaller).busy();
        assertThat(tooSmall.envmBytes() > smaller.envmLimit() || tooSmall.flashBytes() > smaller.flashLimit())
                .isTrue();
    }

    @Test
    void technologies_loseEnduranceWithEachBit() {
        double last = Double.MAX_VALUE;
        for (FlashTechnology technology : FlashTechnology.values()) {
            double now = technology.endurance(ProcessNode.NM_2X);
            assertThat(now).isLessThan(last);
            last = now;
        }
        assertThat(FlashTechnology.QLC.endurance(ProcessNode.NM_3X)).isEqualTo(1);
        assertThat(FlashTechnology.SLC.price()).isEqualTo(4);
    }

    @Test
    void nonsense_isRefusedInOneLine() {
        assertThatThrownBy(() -> new RequestLog.Builder().add(0, true, -1, 1))
                .hasMessage("offset: '-1' given, expected at least 0");
        RequestLog twoMoments = new RequestLog.Builder()
                .add(0, true, 0, 1)
                .add(HOUR, true, 0, 1)
                .build();
        assertThatThrownBy(() -> run(twoMoments, config(Scheme.OC).withDay(1)))
                .hasMessageContaining("days of the log")
                .hasMessageContaining("give a longer day");
    }
}
