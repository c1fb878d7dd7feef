package io.chameleon.core.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {
    /** These numbers are in the field: add new ones, never change one. */
    @Test
    void codes_stayWhatTheyWere() {
        assertThat(Arrays.stream(ErrorCode.values()).collect(Collectors.toMap(ErrorCode::code, Enum::name)))
                .containsOnly(
                        entry(1001, "OBJECT_NOT_FOUND"),
                        entry(1002, "PRECONDITION_FAILED"),
                        entry(1003, "WRITE_TOO_OLD"),
                        entry(1004, "INVALID_REQUEST"),
                        entry(1005, "UNAUTHENTICATED"),
                        entry(1006, "PERMISSION_DENIED"),
                        entry(1007, "WRITE_FROM_FUTURE"),
                        entry(1008, "QUOTA_EXCEEDED"),
                        entry(1009, "BUCKET_NOT_FOUND"),
                        entry(1010, "BUCKET_EXISTS"),
                        entry(1011, "BUCKET_NOT_EMPTY"),
                        entry(1012, "UPLOAD_NOT_FOUND"),
                        entry(1013, "INVALID_PART"),
                        entry(2001, "DEADLINE_EXCEEDED"),
                        entry(2002, "UNAVAILABLE"),
                        entry(2003, "OVERLOADED"),
                        entry(2004, "NOT_ENOUGH_SERVERS"),
                        entry(2005, "CANCELLED"),
                        entry(3001, "FRAGMENT_NOT_FOUND"),
                        entry(3002, "CORRUPT_FRAGMENT"),
                        entry(3003, "DEVICE_FULL"),
                        entry(3004, "DRAINING"),
                        entry(3005, "DATA_UNAVAILABLE"),
                        entry(3006, "FORMAT_NOT_READ"),
                        entry(4001, "FENCED"),
                        entry(4002, "WRONG_CLUSTER"),
                        entry(5001, "PROTOCOL_ERROR"),
                        entry(5002, "INTERNAL"));
    }

    @Test
    void codes_comeBack_andOneOfANewerPeerIsTakenForItsThousand() {
        for (ErrorCode error : ErrorCode.values()) {
            assertThat(ErrorCode.ofCode(error.code())).isEqualTo(error);
        }
        assertThat(ErrorCode.ofCode(1999)).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(ErrorCode.ofCode(2999)).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(ErrorCode.ofCode(3999)).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(ErrorCode.ofCode(4999)).isEqualTo(ErrorCode.INTERNAL);
        assertThat(ErrorCode.ofCode(9999)).isEqualTo(ErrorCode.INTERNAL);
        assertThat(ErrorCode.ofCode(-1)).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void error_carriesItsCodeAndCause() {
        Exception cause = new IllegalStateException("disk");
        ChameleonError error = new ChameleonError(ErrorCode.DEVICE_FULL, "full", cause);
        assertThat(error.code()).isEqualTo(ErrorCode.DEVICE_FULL);
        assertThat(error).hasMessage("full").hasCause(cause);
    }
}
