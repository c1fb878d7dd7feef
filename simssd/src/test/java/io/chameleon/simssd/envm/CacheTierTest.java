package io.chameleon.simssd.envm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the policies of section V do to single pages. */
class CacheTierTest {
    private static final long ACCESS_NANOS = 100;

    private final List<String> moves = new ArrayList<>();

    private CacheTier tier(EnvmPolicy policy, int dram, int envm) {
        return tier(TierConfig.of(policy, dram, envm, ACCESS_NANOS));
    }

    private CacheTier tier(TierConfig config) {
        return new CacheTier(config, (page, from, slot, to, toSlot) -> moves.add(page + " " + from + ">" + to));
    }

    private List<String> moved() {
        List<String> all = List.copyOf(moves);
        moves.clear();
        return all;
    }

    @ParameterizedTest
    @EnumSource(EnvmPolicy.class)
    void read_goesToTheNearestMediumThatHasThePage(EnvmPolicy policy) {
        CacheTier tier = tier(policy, 1, 4);
        tier.read(1);
        assertThat(moved()).containsExactly("1 FLASH>HOST", "1 HOST>DRAM");
        tier.read(1);
        assertThat(moved()).containsExactly("1 DRAM>HOST");
    }

    @Test
    void oc_keepsWhateverDramEvicts() {
        CacheTier tier = tier(EnvmPolicy.OC, 1, 4);
        tier.read(1);
        tier.read(2);
        assertThat(moved()).containsSubsequence("2 FLASH>HOST", "1 DRAM>ENVM", "2 HOST>DRAM");
        tier.read(1);
        assertThat(moved()).containsExactly("1 ENVM>HOST", "2 DRAM>ENVM", "1 HOST>DRAM");
        tier.read(2);
        assertThat(moved()).as("1 is still there: no second write").containsExactly("2 ENVM>HOST", "2 HOST>DRAM");
    }

    @Test
    void nlcwoip_keepsCleanPagesOnlyIfUsedMoreThanSomeOther() {
        CacheTier tier = tier(EnvmPolicy.NLCWOIP, 1, 4);
        tier.read(1);
        tier.read(2);
        assertThat(moved()).doesNotContain("1 DRAM>ENVM");
        tier.read(2);
        tier.read(3);
        assertThat(moved()).contains("2 DRAM>ENVM");
        tier.read(4);
        assertThat(moved()).doesNotContain("3 DRAM>ENVM");
    }

    @ParameterizedTest
    @EnumSource(
            value = EnvmPolicy.class,
            names = {"OC", "NLCWOIP"})
    void writeWithoutImmediatePersisting_waitsInDramUntilEvictedOrSynced(EnvmPolicy policy) {
        CacheTier tier = tier(policy, 2, 4);
        tier.write(1, true);
        tier.write(1, false);
        assertThat(moved()).containsExactly("1 HOST>DRAM", "1 HOST>DRAM");
        assertThat(tier.modifiedInDram()).isEqualTo(1);
        tier.read(2);
        tier.read(3);
        assertThat(moved()).contains("1 DRAM>ENVM");
        assertThat(tier.modifiedInDram()).isZero();
        tier.write(4, false);
        tier.persistDram();
        assertThat(moved()).endsWith("4 DRAM>ENVM");
        assertThat(tier.modifiedInDram()).isZero();
        tier.read(4);
        assertThat(moved()).as("it stays in DRAM").containsExactly("4 DRAM>HOST");
    }

    @Test
    void nlcwip_persistsSmallWritesInEnvmAndLargeOnesOnFlash() {
        CacheTier tier = tier(EnvmPolicy.NLCWIP, 2, 4);
        tier.write(1, false);
        tier.write(2, true);
        assertThat(moved()).containsExactly("1 HOST>ENVM", "2 HOST>FLASH");
        tier.write(1, true);
        assertThat(moved()).as("a write hit stays in the ENVM").containsExactly("1 HOST>ENVM");
        tier.read(2);
        tier.write(2, true);
        assertThat(moved())
                .as("a copy in DRAM is kept up to date")
                .containsExactly("2 FLASH>HOST", "2 HOST>DRAM", "2 HOST>FLASH", "2 HOST>DRAM");
        assertThat(tier.modifiedInDram()).isZero();
    }

    @Test
    void nlcwip_largeWriteBeyondTheBudgetOfTheDay_goesToTheEnvm() {
        CacheTier tier =
                tier(TierConfig.of(EnvmPolicy.NLCWIP, 0, 10, ACCESS_NANOS).withBudget(2, 1_000));
        tier.advance(0);
        for (int page = 1; page <= 3; page++) {
            tier.write(page, true);
        }
        assertThat(moved()).containsExactly("1 HOST>FLASH", "2 HOST>FLASH", "3 HOST>ENVM");
        tier.advance(1_000);
        tier.write(4, true);
        assertThat(moved()).containsExactly("4 HOST>FLASH");
    }

    @Test
    void modifiedData_beyondItsShare_isWrittenBackAtOnce() {
        CacheTier tier = tier(EnvmPolicy.NLCWIP, 0, 100);
        for (int page = 0; page < 300; page++) {
            tier.write(page, false);
        }
        TierCounters counters = tier.counters();
        assertThat(counters.modifiedInEnvm()).isBetween(85, 96);
        assertThat(counters.urgentWritebacks()).isEqualTo(300 - counters.modifiedInEnvm());
        assertThat(moved()).contains("0 ENVM>FLASH").doesNotContain("299 ENVM>FLASH");
    }

    @Test
    void opportunity_isWhatTheExpectedGapAllows_downToTheFloor() {
        CacheTier tier =
                tier(TierConfig.of(EnvmPolicy.NLCWIP, 0, 100, ACCESS_NANOS).withIdleFloor(0.1));
        for (int i = 0; i < 20; i++) {
            tier.arrived(i * 1_000L);
            tier.write(i, false);
        }
        assertThat(tier.opportunity()).isEqualTo(9); // smoothed gap just under 1,000 ns, 100 ns each
        while (tier.opportunity() > 0) {
            tier.writeBackOpportunely();
        }
        assertThat(tier.counters().idleWritebacks()).isEqualTo(9);
        tier.arrived(20_000);
        assertThat(tier.opportunity()).as("9.5 of 100 cells stay").isEqualTo(2);
    }

    @Test
    void withoutEnvm_theBaseCase_evictsModifiedPagesToFlash() {
        CacheTier tier = tier(EnvmPolicy.OC, 1, 0);
        tier.write(1, false);
        tier.write(2, false);
        tier.read(3);
        assertThat(moved())
                .containsExactly(
                        "1 HOST>DRAM", "1 DRAM>FLASH", "2 HOST>DRAM", "3 FLASH>HOST", "2 DRAM>FLASH", "3 HOST>DRAM");
        tier.trim(3);
        tier.read(3);
        assertThat(moved()).startsWith("3 FLASH>HOST");
    }

    @Test
    void trimmedPage_isForgottenEverywhere() {
        List<Integer> cleared = new ArrayList<>();
        CacheTier tier = new CacheTier(TierConfig.of(EnvmPolicy.OC, 4, 4, ACCESS_NANOS), new TierMedia() {
            @Override
            public void move(long page, Place from, int slot, Place to, int toSlot) {}

            @Override
            public void clear(int cell) {
                cleared.add(cell);
            }
        });
        tier.write(1, false);
        tier.persistDram();
        tier.write(1, false);
        int cell = tier.cellOf(1);
        tier.trim(1);
        assertThat(cleared).containsExactly(cell);
        assertThat(tier.isCached(1)).isFalse();
        assertThat(tier.modifiedInDram()).isZero();
    }
}
