package io.chameleon.s3.body;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes one body, piece by piece, and checks it. Memory: a line of framing, at most 1 KiB. Not for several threads.
 *
 * <p>Amazon adds a CRC64NVME to an object that comes without a checksum; a caller that names it as the one to compute
 * does the same.
 */
public final class BodyDecoder {
    private final BodyPlan plan;
    private final long maxBytes;
    private final Framing framing;
    private final BodyDigests digests;
    private long length;
    private @Nullable S3Exception refused;

    /**
     * For the body of a plan.
     *
     * @param maxBytes more are EntityTooLarge: at once, if the headers say so
     * @param md5 whether the MD5 is wanted even if none was announced
     * @param unannounced the checksum to compute if none was announced; null: none
     */
    public BodyDecoder(BodyPlan plan, long maxBytes, boolean md5, @Nullable ChecksumAlgorithm unannounced) {
        this.plan = plan;
        this.maxBytes = maxBytes;
        requireRoom(Math.max(0, plan.length()));
        this.framing = plan.payload().kind().chunked() ? new ChunkedFraming(plan) : new Framing.Plain();
        this.digests = new BodyDigests(plan, md5, unannounced);
    }

    /**
     * Takes all that remains in the piece. What is decoded is handed out at once, as slices that share its memory.
     * Once refused, a body stays refused.
     */
    public void decode(ByteBuffer piece, Consumer<ByteBuffer> out) {
        if (refused != null) {
            throw refused;
        }
        try {
            framing.decode(piece, decoded -> {
                count(decoded.remaining());
                digests.update(decoded);
                out.accept(decoded);
            });
        } catch (S3Exception e) {
            refused = e;
            throw e;
        }
    }

    /** The same for Netty's buffers: reads all that is readable, and leaves the reference count as it is. */
    public void decode(ByteBuf piece, Consumer<ByteBuffer> out) {
        for (ByteBuffer part : piece.nioBuffers()) {
            decode(part, out);
        }
        piece.skipBytes(piece.readableBytes());
    }

    private void count(int bytes) {
        length += bytes;
        if (plan.length() >= 0 && length > plan.length()) {
            throw new S3Exception(S3Error.INCOMPLETE_BODY, "The body is longer than its header says.");
        }
        requireRoom(length);
    }

    private void requireRoom(long bytes) {
        if (bytes > maxBytes) {
            throw new S3Exception(S3Error.ENTITY_TOO_LARGE)
                    .with("ProposedSize", Long.toString(bytes))
                    .with("MaxSizeAllowed", Long.toString(maxBytes));
        }
    }

    /** The body has ended. Only after this returned may the bytes be kept. Call once. */
    public DecodedBody finish() {
        if (refused != null) {
            throw refused;
        }
        Checksum trailer = framing.finish();
        if (plan.length() >= 0 && length != plan.length()) {
            throw new S3Exception(S3Error.INCOMPLETE_BODY);
        }
        return digests.finish(length, trailer);
    }
}
