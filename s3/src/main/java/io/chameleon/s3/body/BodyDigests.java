package io.chameleon.s3.body;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Every hash of a body that is wanted, in one pass, and their comparison with what was announced. */
final class BodyDigests {
    private final BodyPlan plan;
    private final @Nullable ChecksumAlgorithm algorithm;
    private final @Nullable Hasher md5;
    private final @Nullable Hasher sha256;
    private final @Nullable Hasher checksum;

    BodyDigests(BodyPlan plan, boolean wantMd5, @Nullable ChecksumAlgorithm unannounced) {
        this.plan = plan;
        ChecksumAlgorithm announced = plan.algorithm();
        this.algorithm = announced == null ? unannounced : announced;
        this.md5 = wantMd5 || plan.md5() != null ? Hasher.digest("MD5") : null;
        this.sha256 = plan.payload().sha256() == null ? null : Hasher.digest("SHA-256");
        this.checksum = algorithm == null ? null : algorithm.hasher();
    }

    /** Leaves the buffer's position where it is. */
    void update(ByteBuffer bytes) {
        update(md5, bytes);
        update(sha256, bytes);
        update(checksum, bytes);
    }

    private static void update(@Nullable Hasher hasher, ByteBuffer bytes) {
        if (hasher != null) {
            hasher.update(bytes.duplicate());
        }
    }

    DecodedBody finish(long length, @Nullable Checksum trailer) {
        if (sha256 != null) {
            plan.requireSha256(sha256.finish());
        }
        String etag = md5 == null ? null : plan.requireMd5(md5.finish());
        Checksum computed = null;
        if (checksum != null && algorithm != null) {
            computed = Checksum.of(algorithm, checksum.finish());
            Checksum expected = trailer == null ? plan.checksum() : trailer;
            if (expected != null && !expected.equals(computed)) {
                throw new S3Exception(
                        S3Error.BAD_DIGEST,
                        "The " + algorithm.name() + " you specified did not match the calculated checksum.");
            }
        }
        return new DecodedBody(length, etag, computed);
    }
}
