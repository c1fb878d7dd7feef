package io.chameleon.client.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpareSegmentsTest {
    private final SpareSegments spares = new SpareSegments(1000);

    @Test
    void array_thatWasGiven_isTakenOnceByWhoWantsThatLength() {
        byte[] given = new byte[400];
        spares.give(given);

        assertThat(spares.take(300)).isNull();
        assertThat(spares.take(400)).isSameAs(given);
        assertThat(spares.take(400)).isNull();
    }

    @Test
    void arrays_beyondTheBound_pushOutTheOldest() {
        byte[] oldest = new byte[400];
        byte[] newer = new byte[400];
        byte[] newest = new byte[500];
        spares.give(oldest);
        spares.give(newer);
        spares.give(newest);

        assertThat(spares.take(400)).isSameAs(newer);
        assertThat(spares.take(400)).isNull();
        assertThat(spares.take(500)).isSameAs(newest);
    }

    @Test
    void array_aboveTheBound_isNotKeptAndPushesOutNothing() {
        byte[] kept = new byte[400];
        spares.give(kept);
        spares.give(new byte[1001]);

        assertThat(spares.take(1001)).isNull();
        assertThat(spares.take(400)).isSameAs(kept);
    }
}
