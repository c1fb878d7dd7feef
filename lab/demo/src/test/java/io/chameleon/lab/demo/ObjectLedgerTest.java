package io.chameleon.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What may be read back of an object: the acknowledged version, or one that was tried since. */
class ObjectLedgerTest {
    private final ObjectLedger ledger = new ObjectLedger(2);

    @Test
    void object_thatWasNeverWritten_hasNoVersion() {
        assertThat(ledger.acknowledged(0)).isZero();
        assertThat(ledger.attempted(0)).isZero();
        assertThat(ledger.failures()).isZero();
    }

    @Test
    void versions_countFromOne_eachObjectForItself() {
        assertThat(ledger.begin(0)).isEqualTo(1);
        assertThat(ledger.begin(0)).isEqualTo(2);
        assertThat(ledger.begin(1)).isEqualTo(1);
    }

    @Test
    void write_thatWasNotAcknowledged_mayBeThereOrNot() {
        ledger.acknowledge(0, ledger.begin(0));
        int lost = ledger.begin(0);
        ledger.fail();
        assertThat(ledger.acknowledged(0)).isEqualTo(1);
        assertThat(ledger.attempted(0)).isEqualTo(lost).isEqualTo(2);
        assertThat(ledger.failures()).isOne();
    }

    @Test
    void acknowledgedWrite_isTheOnlyOneAllowed() {
        int unsure = ledger.begin(0);
        ledger.fail();
        ledger.acknowledge(0, ledger.begin(0));
        assertThat(ledger.acknowledged(0)).isEqualTo(unsure + 1).isEqualTo(ledger.attempted(0));
    }
}
