package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RegisterHistoryTest {
    private final RegisterHistory history = new RegisterHistory();

    @Test
    void overlappingReads_mayDisagreeInTheOrderOfTheWrites() {
        history.wrote(1, 0, 10);
        history.wrote(2, 20, 50);
        history.read(1, 30, 40);
        history.read(2, 41, 45);
        assertThat(history.violation()).isEmpty();
    }

    @Test
    void readOfAnOverwrittenValue_isStale() {
        history.wrote(1, 0, 10);
        history.wrote(2, 20, 30);
        history.read(1, 40, 50);
        assertThat(history.violation()).isPresent();
    }

    @Test
    void oldValueAfterANewOne_isStaleEvenWhileTheWriteRuns() {
        history.wrote(1, 0, 10);
        history.wroteMaybe(2, 20);
        history.read(2, 30, 40);
        history.read(1, 50, 60);
        assertThat(history.violation()).isPresent();
    }

    @Test
    void writeOfUnknownOutcome_mayNeverHappenOrHappenLate() {
        history.wrote(1, 0, 10);
        history.wroteMaybe(2, 20);
        history.read(1, 30, 40);
        assertThat(history.violation()).isEmpty();
        history.read(2, 50, 60);
        assertThat(history.violation()).isEmpty();
    }

    @Test
    void valueFromNowhere_isNamed() {
        history.read(7, 0, 1);
        assertThat(history.violation()).contains("value 7 was read but never written");
    }

    @Test
    void lostUpdate_isFound() {
        history.wrote(1, 0, 10);
        history.read(1, 11, 12);
        history.wrote(2, 13, 14);
        history.read(1, 20, 21);
        assertThat(history.violation()).isPresent();
    }
}
