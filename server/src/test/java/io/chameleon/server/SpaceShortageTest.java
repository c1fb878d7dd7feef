package io.chameleon.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.server.store.StoreUsage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SpaceShortageTest {
    private static final ChameleonError FULL = new ChameleonError(ErrorCode.DEVICE_FULL, "4 pages needed, 0 left");

    private int used = 980;
    private long now = Long.MAX_VALUE - 5_000_000_000L; // a ticker may overflow
    private final SpaceShortage shortage = new SpaceShortage(() -> new StoreUsage(1, 1_000, used, 20), () -> now);

    @Test
    void deviceThatFindsNoRoom_asksForPatience_thenRefuses() {
        assertThat(answer()).isEqualTo(ErrorCode.OVERLOADED);
        pass(9);
        assertThat(answer()).isEqualTo(ErrorCode.OVERLOADED);
        pass(2);
        assertThat(answer()).isEqualTo(ErrorCode.DEVICE_FULL);
        assertThat(shortage.answer(FULL)).isSameAs(FULL);
    }

    @Test
    void deletions_makeHope_andThoseOfNothingNone() {
        answer();
        pass(8);
        answer();
        shortage.deleted(0);
        pass(4);
        assertThat(answer()).isEqualTo(ErrorCode.DEVICE_FULL);
        shortage.deleted(3);
        assertThat(answer()).isEqualTo(ErrorCode.OVERLOADED);
    }

    @Test
    void putThatFindsNoRoomLongAfterTheLast_isAskedForPatience() {
        answer();
        pass(11);
        assertThat(answer()).isEqualTo(ErrorCode.OVERLOADED);
    }

    @Test
    void deviceThatHasRoomAndStillRefuses_isNotShortOfSpace() {
        used = 100;
        assertThat(shortage.isShort()).isFalse();
        assertThat(answer())
                .as("worn out, or a fragment larger than the device")
                .isEqualTo(ErrorCode.DEVICE_FULL);
    }

    @Test
    void shortage_beginsWhereATenthOfTheRoomIsLeft() {
        used = 881;
        assertThat(shortage.isShort()).isFalse();
        used = 883;
        assertThat(shortage.isShort()).isTrue();
    }

    @Test
    void otherFailures_stayAsTheyAre() {
        ChameleonError other = new ChameleonError(ErrorCode.UNAVAILABLE, "the device has failed");
        assertThat(shortage.answer(other)).isSameAs(other);
    }

    private ErrorCode answer() {
        return ((ChameleonError) shortage.answer(FULL)).code();
    }

    private void pass(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }
}
