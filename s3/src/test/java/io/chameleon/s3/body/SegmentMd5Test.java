package io.chameleon.s3.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.auth.Payload;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.md5.Md5Line;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SegmentMd5Test {
    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.US_ASCII);
    private static final String HELLO_MD5 = "XUFAKrxLKna5cZ2REBfFkg==";
    private static final String HELLO_HEX = "5d41402abc4b2a76b9719d911017c592";

    private static SegmentMd5 hello(@Nullable String announced) {
        BodyPlan plan = new BodyPlan(Payload.UNSIGNED, HELLO.length, announced, null, null);
        SegmentMd5 md5 = new SegmentMd5(plan, Md5Line.started());
        md5.add(ByteBuffer.wrap(HELLO)).join();
        return md5;
    }

    @Test
    void md5_ofAllSegments_isTheETagHoweverOftenItIsAskedFor() {
        SegmentMd5 md5 = hello(null);
        assertThat(md5.hex()).isEqualTo(HELLO_HEX).isEqualTo(md5.hex());
    }

    @Test
    void md5_asAnnounced_isTheETag() {
        assertThat(hello(HELLO_MD5).hex()).isEqualTo(HELLO_HEX);
    }

    @Test
    void md5_otherThanAnnounced_isBadDigest() {
        SegmentMd5 md5 = hello("AAAAAAAAAAAAAAAAAAAAAA==");
        S3Exception refusal = catchThrowableOfType(S3Exception.class, md5::hex);
        assertThat(refusal.error()).isEqualTo(S3Error.BAD_DIGEST);
    }

    @Test
    void body_thatIsShort_isHashedWhereItArrives() {
        assertThat(SegmentMd5.of(new BodyPlan(Payload.UNSIGNED, 4096, null, null, null)))
                .isNull();
    }
}
