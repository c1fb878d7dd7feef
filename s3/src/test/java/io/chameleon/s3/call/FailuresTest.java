package io.chameleon.s3.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.error.Errors;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the store's errors are to clients of S3. Their SDKs decide by the status whether to try again. */
class FailuresTest {
    private static S3Exception of(ErrorCode code) {
        return Failures.of(Errors.of(new ChameleonError(code, "internal detail")));
    }

    @ParameterizedTest
    @CsvSource({
        "OBJECT_NOT_FOUND, NO_SUCH_KEY",
        "BUCKET_NOT_FOUND, NO_SUCH_BUCKET",
        "BUCKET_EXISTS, BUCKET_ALREADY_EXISTS",
        "BUCKET_NOT_EMPTY, BUCKET_NOT_EMPTY",
        "UPLOAD_NOT_FOUND, NO_SUCH_UPLOAD",
        "INVALID_PART, INVALID_PART",
        "PRECONDITION_FAILED, PRECONDITION_FAILED",
        "QUOTA_EXCEEDED, QUOTA_EXCEEDED",
        "INVALID_REQUEST, INVALID_ARGUMENT",
        "OVERLOADED, SLOW_DOWN",
        "UNAVAILABLE, SERVICE_UNAVAILABLE",
        "NOT_ENOUGH_SERVERS, SERVICE_UNAVAILABLE",
        "DEVICE_FULL, INSUFFICIENT_STORAGE",
        "DATA_UNAVAILABLE, SERVICE_UNAVAILABLE",
        "WRITE_TOO_OLD, SERVICE_UNAVAILABLE",
        "WRITE_FROM_FUTURE, SERVICE_UNAVAILABLE",
        "FORMAT_NOT_READ, INTERNAL_ERROR",
        "DEADLINE_EXCEEDED, SERVICE_UNAVAILABLE",
        "PERMISSION_DENIED, INTERNAL_ERROR",
        "UNAUTHENTICATED, INTERNAL_ERROR",
        "INTERNAL, INTERNAL_ERROR"
    })
    void errorOfTheStore_isOneOfS3(ErrorCode code, S3Error error) {
        assertThat(of(code).error()).isEqualTo(error);
    }

    /** The cause is for the log of the gateway. */
    @ParameterizedTest
    @EnumSource(value = ErrorCode.class, names = "INVALID_REQUEST", mode = EnumSource.Mode.EXCLUDE)
    void message_isS3s_andTellsNothingOfTheInside(ErrorCode code) {
        S3Exception failure = of(code);
        assertThat(failure.message()).isEqualTo(failure.error().message()).doesNotContain("internal detail");
    }

    /** What may pass by itself is 5xx: clients repeat it. What does not is 4xx. */
    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void status_saysWhetherToTryAgain(ErrorCode code) {
        boolean passing = code.retry() == ErrorCode.Retry.SAME_REQUEST;
        if (passing) {
            assertThat(of(code).error().status()).as(code.name()).isGreaterThanOrEqualTo(500);
        }
    }

    @Test
    void refusalOfOurOwn_isFoundWhateverItIsWrappedIn() {
        S3Exception own = new S3Exception(S3Error.BAD_DIGEST);
        assertThat(Failures.of(own)).isSameAs(own);
        assertThat(Failures.of(new CompletionException(new UncheckedIOException(new IOException(own)))))
                .isSameAs(own);
    }

    @Test
    void defect_isAnInternalError_withItsCause() {
        IllegalStateException defect = new IllegalStateException("a defect");
        S3Exception failure = Failures.of(new CompletionException(defect));
        assertThat(failure.error()).isEqualTo(S3Error.INTERNAL_ERROR);
        assertThat(failure.getCause()).isSameAs(defect);
        assertThat(failure.message()).doesNotContain("defect");
    }
}
