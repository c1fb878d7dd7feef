package io.chameleon.metadata.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** As HikariCP tells it: with the reason of its last attempt to connect, if it has one. */
    @ParameterizedTest
    @ValueSource(strings = {"55000", "3D000", "28P01", "08006"})
    void poolWithoutAConnection_isAnOutage_whateverTheDatabaseSaidToIt(String state) {
        SQLException said = new SQLException("FATAL: database is not currently accepting connections", state);
        SQLException none = new SQLTransientConnectionException("Connection is not available", state, 0, said);
        none.setNextException(said);
        RuntimeException failure = new IllegalStateException(none);
        assertThat(DatabaseFailure.translated(failure))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                .hasMessage("the mapping database is not available");
        assertThat(DatabaseFailure.isUnreachable(failure)).isTrue();
        assertThat(DatabaseFailure.isOutage(failure)).isTrue();
        assertThat(DatabaseFailure.isAway(failure)).isTrue();
    }

    /** As the driver tells that the database, whose disk may hang, took longer than the socket's time limit. */
    @Test
    void databaseThatDoesNotAnswerInTime_theLogSaysSo() {
        SQLException said = new SQLException(
                "An I/O error occurred while sending to the backend.",
                "08006",
                new SocketTimeoutException("Read timed out"));
        assertThat(DatabaseFailure.heard(new IllegalStateException(said)))
                .isEqualTo("An I/O error occurred while sending to the backend. Read timed out");
    }

    @Test
    void refusedStatement_isADefect() {
        assertThat(translated("42601"))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessage("the mapping database refused a statement: 42601");
    }
}
