package io.chameleon.client.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.chameleon.client.internal.call.Retry;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.rpc.NotExecutedError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ErrorsTest {
    /** The client may be the one that does not trust the other. */
    @Test
    void failureOfTls_asksForNoToken() {
        Throwable refused = new ChameleonError(
                ErrorCode.UNAUTHENTICATED, "TLS: of no authority", new SSLHandshakeException("PKIX"));
        assertThat(Errors.of(refused))
                .isInstanceOfSatisfying(
                        UnauthenticatedException.class,
                        exception -> assertThat(exception.advice()).contains("authorities that it trusts"));
    }

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
        "QUOTA_EXCEEDED,      QuotaExceededException,       false",
        "BUCKET_NOT_FOUND,    BucketNotFoundException,      false",
        "BUCKET_EXISTS,       BucketExistsException,        false",
        "BUCKET_NOT_EMPTY,    BucketNotEmptyException,      false",
        "WRITE_FROM_FUTURE,   WriteExpiredException,        true",
        "INVALID_REQUEST,     InvalidRequestException,      false",
        "DEADLINE_EXCEEDED,   DeadlineExceededException,    true",
        "UNAVAILABLE,         UnavailableException,         true",
        "OVERLOADED,          UnavailableException,         true",
        "NOT_ENOUGH_SERVERS,  UnavailableException,         true",
        "CANCELLED,           OperationCancelledException,  false",
        "DATA_UNAVAILABLE,    DataUnavailableException,     true",
        "INTERNAL,            InternalException,            true"
    })
    void code_isShownAsTheExceptionThatTellsWhetherToRetry(ErrorCode code, String exception, boolean retryable) {
        ChameleonException shown = (ChameleonException) Errors.of(new ChameleonError(code, "what happened"));

        assertThat(shown.getClass().getSimpleName()).isEqualTo(exception);
        assertThat(shown.retryable()).isEqualTo(retryable);
    }

    /** One truth: internal retries, the switch to another endpoint and the advice to users all follow from the code. */
    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyCode_isRepeatedInsideOnlyIfUsersAreToldToRetry(ErrorCode code) {
        ChameleonError error = new ChameleonError(code, "what happened");
        ChameleonException shown = (ChameleonException) Errors.of(error);

        assertThat(shown.retryable()).isEqualTo(code.retry() != ErrorCode.Retry.NEVER);
        assertThat(Retry.isPassing(error)).isEqualTo(code.retry() == ErrorCode.Retry.SAME_REQUEST);
        if (Retry.isPassing(error)) {
            assertThat(shown.retryable()).isTrue();
        }
        if (shown instanceof OperationCancelledException) {
            assertThat(shown.retryable()).isFalse();
        }
    }

    @Test
    void requestsThatFailed_mayHaveHappenedUnlessSomebodySaidNo() {
        assertThat(Stream.of(ErrorCode.values())
                        .filter(code -> Errors.mayHaveHappened(new ChameleonError(code, "what happened"))))
                .containsExactlyInAnyOrder(
                        ErrorCode.DEADLINE_EXCEEDED,
                        ErrorCode.UNAVAILABLE,
                        ErrorCode.CANCELLED,
                        ErrorCode.PROTOCOL_ERROR,
                        ErrorCode.INTERNAL);
        assertThat(Errors.mayHaveHappened(new NotExecutedError("nothing listens")))
                .isFalse();
        assertThat(Errors.mayHaveHappened(new CompletionException(new NotExecutedError("nothing listens"))))
                .isFalse();
    }

    /** Java 25 gives those who wait a cancellation around the one that a future was completed with. */
    @Test
    void deadlineThatCancels_isShownAsThat_toThoseWhoWait() {
        CompletableFuture<Void> late = new CompletableFuture<>();
        late.completeExceptionally(Errors.expired(Duration.ofSeconds(1)));

        for (ThrowingCallable waiting : List.<ThrowingCallable>of(late::get, late::join)) {
            Throwable thrown = catchThrowable(waiting);
            assertThat(Errors.of(thrown)).isInstanceOf(DeadlineExceededException.class);
            assertThat(Errors.code(thrown)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
        }
    }

    @Test
    void executorThatTakesNoMore_isNoDefect() {
        assertThat(Errors.of(new RejectedExecutionException("full")))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("takes no more work");
    }

    @ParameterizedTest
    @CsvSource({
        "Cannot reserve 2097152 bytes of direct buffer memory, -XX:MaxDirectMemorySize",
        "Java heap space, -Xmx",
        "unable to create native thread, unable to create native thread"
    })
    void tooLittleMemory_isTheProcesss_andSaysWhatGivesItMore(String said, String option) {
        ChameleonException shown = (ChameleonException) Errors.of(new CompletionException(new OutOfMemoryError(said)));

        assertThat(shown)
                .isInstanceOf(UnavailableException.class)
                .hasMessageStartingWith("this process has too little memory: " + said)
                .hasMessageContaining(option);
        assertThat(shown.advice()).contains("memory").doesNotContain("servers");
        assertThat(shown.retryable()).isTrue();
    }

    /** The memory may have been short for the answer alone. */
    @Test
    void changeThatMetTooLittleMemory_mayHaveHappened() {
        assertThat(Errors.mayHaveHappened(new OutOfMemoryError("Java heap space")))
                .isTrue();
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
