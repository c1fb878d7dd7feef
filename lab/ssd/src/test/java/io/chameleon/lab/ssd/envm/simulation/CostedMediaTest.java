package io.chameleon.lab.ssd.envm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.simssd.envm.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Service times of one digit each, so that a sum says what it is made of. */
class CostedMediaTest {
    private static final MediumTiming DRAM = new MediumTiming(0, 1, 0, 1);
    private static final MediumTiming ENVM = new MediumTiming(100, 10, 1_000, 10);
    private static final MediumTiming FLASH = new MediumTiming(10_000, 100, 100_000, 100);

    private final CostedMedia media = new CostedMedia(DRAM, ENVM, FLASH);

    private void move(Place from, Place to, int pages) {
        for (int page = 0; page < pages; page++) {
            media.move(page, from, page, to, page);
        }
    }

    /** The pages of a request that need the same operation of the same medium are one command (ENVM reading 15). */
    @ParameterizedTest
    @CsvSource({
        "FLASH, DRAM, 1, 10101", // 10,000 + 100, and 1 to fill DRAM
        "FLASH, DRAM, 3, 10303",
        "FLASH, HOST, 3, 10300",
        "ENVM, DRAM, 2, 122",
        "ENVM, HOST, 2, 120",
        "DRAM, HOST, 4, 4",
        "HOST, DRAM, 4, 4",
        "HOST, ENVM, 3, 1030",
        "HOST, FLASH, 3, 100300"
    })
    void pagesOfARequest_areOneCommand(Place from, Place to, int pages, long nanos) {
        move(from, to, pages);
        assertThat(media.takeLatency()).isEqualTo(nanos);
    }

    /** Evicted pages are scattered, so each is a command of its own. */
    @ParameterizedTest
    @CsvSource({
        "DRAM, ENVM, 3, 3033", // 3 * (1,000 + 10), and 3 from DRAM
        "DRAM, FLASH, 3, 300303",
        "ENVM, FLASH, 2, 200320", // 2 * (100,000 + 100), and 100 + 2 * 10 from the ENVM
    })
    void evictedPages_areACommandEach(Place from, Place to, int pages, long nanos) {
        move(from, to, pages);
        assertThat(media.takeLatency()).isEqualTo(nanos);
    }

    @Test
    void latency_isTheSumOverTheMedia_andIsTakenOnce() {
        move(Place.FLASH, Place.DRAM, 1);
        move(Place.ENVM, Place.DRAM, 1);
        move(Place.DRAM, Place.ENVM, 1);
        assertThat(media.takeLatency()).isEqualTo(10_100 + 110 + 1_010 + 3);
        assertThat(media.takeLatency()).isZero();
    }

    @Test
    void workInTheBackground_wearsButTakesNoTimeOfARequest() {
        media.background(true);
        move(Place.ENVM, Place.FLASH, 2);
        media.background(false);
        assertThat(media.takeLatency()).isZero();
        assertThat(media.needsFlash()).isFalse();
        assertThat(media.flashPageWrites()).isEqualTo(2);
        move(Place.HOST, Place.FLASH, 1);
        assertThat(media.takeLatency()).isEqualTo(100_100);
        assertThat(media.flashPageWrites()).isEqualTo(3);
    }

    @Test
    void wear_countsWritesOfEachMediumAlone() {
        move(Place.HOST, Place.ENVM, 3);
        move(Place.DRAM, Place.ENVM, 2);
        move(Place.ENVM, Place.FLASH, 4);
        move(Place.FLASH, Place.DRAM, 9);
        assertThat(media.envmPageWrites()).isEqualTo(5);
        assertThat(media.flashPageWrites()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        "FLASH, DRAM, true",
        "HOST, FLASH, true",
        "DRAM, FLASH, true",
        "ENVM, FLASH, true",
        "HOST, DRAM, false",
        "HOST, ENVM, false",
        "DRAM, ENVM, false",
        "ENVM, DRAM, false"
    })
    void requestNeedsFlash_ifAPageComesFromItOrGoesThere(Place from, Place to, boolean needs) {
        move(from, to, 1);
        assertThat(media.needsFlash()).isEqualTo(needs);
        media.takeLatency();
        assertThat(media.needsFlash()).as("the next request").isFalse();
    }
}
