package io.chameleon.client.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpareSegmentsTest {
    private final SpareSegments spares = new SpareSegments(100, 1000);

    @Test
    void array_thatWasGiven_isTakenOnceByWhoWantsThatLength() {
        byte[] given = new byte[400];
        spares.give(given);

        assertThat(spares.arrayOf(300)).hasSize(300);
        assertThat(spares.arrayOf(400)).isSameAs(given);
        assertThat(spares.arrayOf(400)).hasSize(400).isNotSameAs(given);
    }

    @Test
    void arrays_beyondTheBound_pushOutTheOldest() {
        byte[] oldest = new byte[400];
        byte[] newer = new byte[400];
        byte[] newest = new byte[500];
        spares.give(oldest);
        spares.give(newer);
        spares.give(newest);

        assertThat(spares.arrayOf(400)).isSameAs(newer);
        assertThat(spares.arrayOf(400)).isNotSameAs(oldest);
        assertThat(spares.arrayOf(500)).isSameAs(newest);
    }

    @Test
    void array_aboveTheBound_isNotKeptAndPushesOutNothing() {
        byte[] kept = new byte[400];
        byte[] tooLong = new byte[1001];
        spares.give(kept);
        spares.give(tooLong);

        assertThat(spares.arrayOf(1001)).isNotSameAs(tooLong);
        assertThat(spares.arrayOf(400)).isSameAs(kept);
    }

    @Test
    void shortArray_isNotKept() {
        byte[] tooShort = new byte[100];
        spares.give(tooShort);

        assertThat(spares.arrayOf(100)).isNotSameAs(tooShort);
    }
}
