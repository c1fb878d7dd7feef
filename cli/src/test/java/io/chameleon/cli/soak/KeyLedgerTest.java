package io.chameleon.cli.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class KeyLedgerTest {
    private static final Instant NOW = Instant.EPOCH;

    private final KeyLedger key = new KeyLedger(0, 0);

    @Test
    void newKey_holdsNothing() {
        assertThat(key.isSure()).isTrue();
        assertThat(key.possible()).containsExactly(0L);
    }

    @Test
    void acknowledgedWrite_isAllThatTheKeyMayHold() {
        key.acknowledged(key.nextVersion());
        key.acknowledged(key.nextVersion());
        assertThat(key.possible()).containsExactly(2L);
    }

    @Test
    void writeWithoutAnAnswer_leavesTheOldVersionAndTheNewOne_untilARead() {
        key.acknowledged(key.nextVersion());
        key.unsure(key.nextVersion(), NOW);
        assertThat(key.isSure()).isFalse();
        assertThat(key.possible()).containsExactly(1L, 2L);
        key.acknowledged(1);
        assertThat(key.isSure()).isTrue();
        assertThat(key.possible()).containsExactly(1L);
    }

    @Test
    void deletionWithoutAnAnswer_ofAnAbsentKey_leavesNothingElse() {
        key.unsure(0, NOW);
        assertThat(key.possible()).containsExactly(0L);
    }

    /** A read before that could see the old version, and the write could land after it. */
    @Test
    void writeWithoutAnAnswer_isResolvedOnlyWhenItCanNoLongerLand() {
        key.unsure(key.nextVersion(), NOW);
        assertThat(key.mayBeResolved(NOW.plus(KeyLedger.PATIENCE).minusMillis(1)))
                .isFalse();
        assertThat(key.mayBeResolved(NOW.plus(KeyLedger.PATIENCE))).isTrue();
    }

    @Test
    void versionOfAWriteThatFailed_isNeverGivenAgain() {
        key.unsure(key.nextVersion(), NOW);
        key.acknowledged(0);
        assertThat(key.nextVersion()).isEqualTo(2);
    }
}
