package io.chameleon.lab.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NetworkConditionsTest {
    private final NetworkConditions conditions = new NetworkConditions();

    @Test
    void network_isGoodAtFirst() {
        assertThat(conditions.loss()).isZero();
        assertThat(conditions.duplication()).isZero();
        assertThat(conditions.delay()).isZero();
        assertThat(conditions.isCut("a", "b")).isFalse();
        assertThat(conditions.isSlow("a")).isFalse();
    }

    @Test
    void cut_isInOneDirection() {
        conditions.cut("a", "b");
        assertThat(conditions.isCut("a", "b")).isTrue();
        assertThat(conditions.isCut("b", "a")).isFalse();
        assertThat(conditions.isCut("a", "c")).isFalse();
    }

    @Test
    void mend_endsOneCutAlone() {
        conditions.cut("a", "b");
        conditions.cut("b", "a");
        conditions.mend("a", "b");
        assertThat(conditions.isCut("a", "b")).isFalse();
        assertThat(conditions.isCut("b", "a")).isTrue();
    }

    @Test
    void slowHost_isSlowUntilItIsNot() {
        conditions.slow("a", true);
        assertThat(conditions.isSlow("a")).isTrue();
        assertThat(conditions.isSlow("b")).isFalse();
        conditions.slow("a", false);
        assertThat(conditions.isSlow("a")).isFalse();
    }

    /** A fault that outlived the end of faults would be taken for a defect of the product. */
    @Test
    void heal_endsEverything() {
        conditions.cut("a", "b");
        conditions.slow("a", true);
        conditions.loss(0.1);
        conditions.duplication(0.2);
        conditions.delay(0.3);
        conditions.heal();
        network_isGoodAtFirst();
    }
}
