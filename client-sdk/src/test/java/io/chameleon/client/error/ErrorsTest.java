package io.chameleon.client.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ErrorsTest {
    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyCode_hasAnExceptionThatKeepsItAndGivesAdvice(ErrorCode code) {
        RuntimeException shown = Errors.of(new CompletionException(new ChameleonError(code, "what happened")));

        assertThat(shown).isInstanceOfSatisfying(ChameleonException.class, exception -> {
            assertThat(exception.code()).isEqualTo(code);
            assertThat(exception).hasMessage("what happened");
            assertThat(exception.advice()).endsWith(".");
        });
        assertThat(Errors.code(shown)).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({
        "OBJECT_NOT_FOUND,    ObjectNotFoundException,      false",
        "PRECONDITION_FAILED, PreconditionFailedException,  false",
        "WRITE_TOO_OLD,       WriteExpiredException,        true",
        "WRITE_FROM_FUTURE,   WriteExpiredException,        true",
        "INVALID_REQUEST,     InvalidRequestException,      false",
        "DEADLINE_EXCEEDED,   DeadlineExceededException,    true",
        "UNAVAILABLE,         UnavailableException,         true",
        "OVERLOADED,          UnavailableException,         true",
        "NOT_ENOUGH_SERVERS,  UnavailableException,         true",
        "CANCELLED,           OperationCancelledException,  false",
        "DATA_UNAVAILABLE,    DataUnavailableException,     true",
        "INTERNAL,            InternalException,            false"
    })
    void code_isShownAsTheExceptionThatTellsWhetherToRetry(ErrorCode code, String exception, boolean retryable) {
        ChameleonException shown = (ChameleonException) Errors.of(new ChameleonError(code, "what happened"));

        assertThat(shown.getClass().getSimpleName()).isEqualTo(exception);
        assertThat(shown.retryable()).isEqualTo(retryable);
    }

    @Test
    void othersFailures_areShownAsWhatTheyAre() {
        UncheckedIOException callersOwn = new UncheckedIOException(new IOException("disk full"));

        assertThat(Errors.of(new ExecutionException(callersOwn))).isSameAs(callersOwn);
        assertThat(Errors.of(new IllegalArgumentException("bucket: ''"))).isInstanceOf(InvalidRequestException.class);
        assertThat(Errors.of(new CancellationException())).isInstanceOf(OperationCancelledException.class);
        assertThat(Errors.of(new IllegalStateException("bug")))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining("bug")
                .hasCauseInstanceOf(IllegalStateException.class);
    }
}
