package io.chameleon.client;

import io.chameleon.client.internal.read.Piece;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Consecutive bytes of an object in the buffers that the network has left them in. Whoever gets them closes them when
 * they are no longer needed, and does not touch the buffers afterwards. Until then they count against
 * {@link ClientBuilder#readMemory}.
 */
public final class LentBytes implements AutoCloseable {
    private final Piece piece;

    private LentBytes(Piece piece) {
        this.piece = piece;
    }

    static LentBytes of(Piece piece) {
        piece.take();
        return new LentBytes(piece);
    }

    /** In order; not to be written to. */
    public List<ByteBuffer> buffers() {
        return piece.buffers();
    }

    /** Bytes in all buffers, at least one. */
    public int length() {
        return piece.length();
    }

    /** Does nothing the second time. */
    @Override
    public void close() {
        piece.release();
    }
}
