package io.chameleon.metadata.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirstAnswerTest {
    private Duration passed = Duration.ZERO;
    private int attempts;

    /** @param failing how many attempts fail, with this state */
    private void await(int failing, String state) {
        new FirstAnswer(
                        () -> {
                            if (attempts++ < failing) {
                                throw new SQLException("no", state);
                            }
                        },
                        () -> passed.toNanos(),
                        time -> passed = passed.plus(time))
                .await();
    }

    /** No connection; the database starts; it has no connection left. */
    @ParameterizedTest
    @ValueSource(strings = {"08001", "57P03", "53300"})
    void databaseThatIsAway_isWaitedFor_untilItAnswers(String state) {
        await(5, state);
        assertThat(attempts).isEqualTo(6);
        assertThat(passed).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void databaseThatStaysAway_isGivenUpAfterAMinute() {
        await(Integer.MAX_VALUE, "08001");
        assertThat(passed).isEqualTo(Duration.ofMinutes(1));
    }

    /** A wrong password; no such database. */
    @ParameterizedTest
    @ValueSource(strings = {"28P01", "3D000"})
    void databaseThatRefusesTheCaller_isNotWaitedFor(String state) {
        await(Integer.MAX_VALUE, state);
        assertThat(attempts).isEqualTo(1);
        assertThat(passed).isZero();
    }
}
