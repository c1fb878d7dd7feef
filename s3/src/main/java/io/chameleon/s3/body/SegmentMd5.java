package io.chameleon.s3.body;

import io.chameleon.s3.md5.Md5Line;
import io.chameleon.s3.md5.Md5Message;
import io.chameleon.s3.md5.Md5Trial;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The MD5 of a large body, computed of the segments that the store is about to take, together with those of other
 * bodies. A small one costs less where it arrives.
 */
public final class SegmentMd5 {
    private static final int LEAST_BYTES = 256 << 10;

    private final BodyPlan plan;
    private final Md5Line line;
    private final Md5Message message = new Md5Message();
    private @Nullable String hex;

    SegmentMd5(BodyPlan plan, Md5Line line) {
        this.plan = plan;
        this.line = line;
    }

    /** Null if the body is short or may be, or lanes are of no use here. */
    public static @Nullable SegmentMd5 of(BodyPlan plan) {
        Md5Line line = plan.length() < LEAST_BYTES ? null : Md5Trial.line();
        return line == null ? null : new SegmentMd5(plan, line);
    }

    /** Completes when the segment is hashed; the next one comes after that. */
    public CompletableFuture<Void> add(ByteBuffer segment) {
        return line.add(message, segment.array(), segment.arrayOffset() + segment.position(), segment.remaining());
    }

    /** Once all are hashed; BadDigest if another MD5 was announced. */
    public synchronized String hex() {
        if (hex == null) {
            hex = plan.requireMd5(message.finish());
        }
        return hex;
    }
}
