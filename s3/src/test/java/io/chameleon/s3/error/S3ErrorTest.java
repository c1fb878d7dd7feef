package io.chameleon.s3.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class S3ErrorTest {
    @Test
    void everyRow_hasACodeOfItsOwnAndAnErrorStatus() {
        assertThat(Arrays.stream(S3Error.values()).map(S3Error::code)).doesNotHaveDuplicates();
        assertThat(S3Error.values()).allSatisfy(error -> {
            assertThat(error.status()).isBetween(304, 507);
            assertThat(error.message()).isNotBlank();
            assertThat(error.code()).matches("[A-Z][A-Za-z0-9]+");
        });
    }

    @Test
    void exception_ofAClient_carriesDetailsAndNoTrace() {
        S3Exception exception = new S3Exception(S3Error.NO_SUCH_BUCKET).with("BucketName", "b");
        assertThat(exception.message()).isEqualTo("The specified bucket does not exist");
        assertThat(exception.details()).containsEntry("BucketName", "b");
        assertThat(exception.getStackTrace()).isEmpty();
        assertThat(new S3Exception(S3Error.NO_SUCH_KEY, "a\r\nb").message()).isEqualTo("a??b");
        assertThat(new S3Exception(S3Error.INTERNAL_ERROR).getStackTrace()).isNotEmpty();
    }
}
