package io.chameleon.metadata.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseFailureTest {
    private static RuntimeException translated(String state) {
        SQLException said = new SQLException("ERROR: could not extend file \"base/16384/16402\"", state);
        return DatabaseFailure.translated(new IllegalStateException(said));
    }

    @ParameterizedTest
    @CsvSource({
        "53100, the mapping database is not available: its disk is full",
        "53200, the mapping database is not available: it is out of memory",
        "53300, the mapping database is not available: it takes no more connections",
        "58030, the mapping database is not available: its disk fails",
        "08006, the mapping database is not available",
    })
    void databaseThatLacksSomething_isUnavailable_andTheCallerLearnsWhatItLacks(String state, String message) {
        assertThat(translated(state))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                .hasMessage(message);
    }

    @Test
    void refusedStatement_isADefect() {
        assertThat(translated("42601"))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessage("the mapping database refused a statement: 42601");
    }
}
