package io.chameleon.s3.body;

import io.chameleon.s3.auth.ChunkSignatures;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The body in the manner of aws-chunked:
 * <pre>
 * SIZE[;chunk-signature=HEX] CRLF  bytes  CRLF     any number of times
 * 0[;chunk-signature=HEX] CRLF
 * [name:value CRLF]  [x-amz-trailer-signature:HEX CRLF]
 * CRLF
 * </pre>
 * A chunk is handed out while it arrives, before its signature can be checked.
 */
final class ChunkedFraming implements Framing {
    /** Amazon's: only the last chunk may be smaller. It bounds what signatures cost. Unsigned ones are free to be. */
    static final int MIN_SIGNED_CHUNK = 8192;

    private enum State {
        HEADER,
        DATA,
        DATA_END,
        TRAILER,
        END
    }

    private final long length;
    private final boolean trailerAllowed;
    private final @Nullable ChunkSignatures signatures;
    private final LineReader lines = new LineReader();
    private final Trailer trailer;
    private final Hasher sha256 = ChecksumAlgorithm.SHA256.hasher();
    private State state = State.HEADER;
    private ChunkHeader chunk = new ChunkHeader(Long.MAX_VALUE, null);
    private long left;
    private long announced;
    private int endBytes;

    ChunkedFraming(BodyPlan plan) {
        this.length = plan.length();
        this.trailerAllowed = plan.payload().kind().trailer();
        this.signatures = plan.payload().chunks();
        if (plan.payload().kind().signed() && signatures == null) {
            throw new IllegalArgumentException("signed chunks without anything to check them");
        }
        this.trailer = new Trailer(plan.trailer(), signatures);
    }

    @Override
    public void decode(ByteBuffer in, Consumer<ByteBuffer> out) {
        while (in.hasRemaining()) {
            switch (state) {
                case DATA -> data(in, out);
                case END -> afterEnd(in.get());
                default -> {
                    String line = lines.next(in);
                    if (line != null) {
                        line(line);
                    }
                }
            }
        }
    }

    private void data(ByteBuffer in, Consumer<ByteBuffer> out) {
        int size = (int) Math.min(left, in.remaining());
        ByteBuffer piece = in.slice(in.position(), size);
        in.position(in.position() + size);
        left -= size;
        if (left == 0) {
            state = State.DATA_END;
        }
        if (signatures != null) {
            sha256.update(piece.duplicate());
        }
        out.accept(piece);
    }

    private void line(String line) {
        switch (state) {
            case HEADER -> header(ChunkHeader.parse(line, signatures != null));
            case DATA_END -> {
                if (!line.equals("\r")) {
                    throw ChunkHeader.malformed();
                }
                checkChunk();
                state = State.HEADER;
            }
            default -> {
                String text = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
                if (!trailerAllowed && !text.isEmpty()) {
                    throw new S3Exception(S3Error.MALFORMED_TRAILER);
                }
                trailer.line(text);
                if (trailer.complete()) {
                    state = State.END;
                }
            }
        }
    }

    private void header(ChunkHeader next) {
        if (next.size() > length - announced) {
            throw new S3Exception(
                    S3Error.INCOMPLETE_BODY, "The body is longer than x-amz-decoded-content-length says.");
        }
        if (next.size() > 0 && signatures != null && chunk.size() < MIN_SIGNED_CHUNK) {
            throw new S3Exception(S3Error.INVALID_CHUNK_SIZE);
        }
        chunk = next;
        announced += next.size();
        left = next.size();
        state = State.DATA;
        if (next.size() == 0) {
            checkChunk();
            state = State.TRAILER;
        }
    }

    private void checkChunk() {
        String signature = chunk.signature();
        if (signatures != null && signature != null) {
            signatures.checkChunk(sha256.finish(), signature);
        }
    }

    /** Some clients end with one line end more. */
    private void afterEnd(byte b) {
        if (b != '\r' && b != '\n' || ++endBytes > 2) {
            throw new S3Exception(S3Error.MALFORMED_TRAILER);
        }
    }

    @Override
    public @Nullable Checksum finish() {
        if (state == State.TRAILER && trailerAllowed) {
            throw new S3Exception(S3Error.MALFORMED_TRAILER);
        }
        if (state != State.END) {
            throw new S3Exception(S3Error.INCOMPLETE_BODY);
        }
        return trailer.checksum();
    }
}
