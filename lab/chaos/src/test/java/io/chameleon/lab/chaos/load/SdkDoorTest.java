package io.chameleon.lab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.lab.chaos.load.Door.FailedException;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an error of the SDK promises. A promise that the SDK does not give would make up lost writes; one that it gives
 * and that is not checked would hide them.
 */
class SdkDoorTest {
    /** Their exceptions say that nothing was changed. */
    private static final Set<ErrorCode> NOTHING_WRITTEN = EnumSet.of(
            ErrorCode.DEADLINE_EXCEEDED,
            ErrorCode.UNAVAILABLE,
            ErrorCode.OVERLOADED,
            ErrorCode.NOT_ENOUGH_SERVERS,
            ErrorCode.WRITE_TOO_OLD,
            ErrorCode.WRITE_FROM_FUTURE,
            ErrorCode.DEVICE_FULL,
            ErrorCode.DRAINING,
            ErrorCode.WRONG_CLUSTER);

    private static FailedException failed(Throwable failure) {
        return SdkDoor.failed((ChameleonException) Errors.of(failure));
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void error_isToldByItsCode_andTakenAtItsWord(ErrorCode code) {
        FailedException failed = failed(new ChameleonError(code, "why"));
        assertThat(failed.why()).isEqualTo(code.toString());
        assertThat(failed.outcome()).isEqualTo(NOTHING_WRITTEN.contains(code) ? Outcome.FAILED : Outcome.UNKNOWN);
    }

    @Test
    void operationThatTookTooLong_wroteNothing() {
        assertThat(failed(Errors.expired(Duration.ofSeconds(10))).outcome()).isEqualTo(Outcome.FAILED);
    }

    /** The commit was sent, and nobody answered. */
    @Test
    void writeOfUnknownOutcome_mayHaveHappened() {
        WriteOutcomeUnknownException unknown =
                new WriteOutcomeUnknownException(ErrorCode.UNAVAILABLE, "no answer to the commit", null);
        assertThat(SdkDoor.failed(unknown)).returns(Outcome.UNKNOWN, FailedException::outcome);
    }

    @Test
    void failureThatNobodyForesaw_mayHaveHappened() {
        assertThat(failed(new IllegalStateException("a defect")))
                .returns("INTERNAL", FailedException::why)
                .returns(Outcome.UNKNOWN, FailedException::outcome);
    }
}
