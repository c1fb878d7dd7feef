package io.chameleon.client.internal.read;

import io.chameleon.client.internal.call.Scope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * The pieces of one read that are in the network's buffers and that nobody has taken. They are released with the scope
 * of the read, whatever became of the futures that should have passed them on. Safe from any thread.
 */
final class Custody {
    /** By identity. */
    private final Set<Piece> kept = new HashSet<>();

    private boolean over;

    Custody(Scope scope) {
        // Not whenComplete: that would pass the failure on in an exception with a stack trace, at each read.
        var unused = scope.call(CompletableFuture::new).handle((never, closed) -> {
            end();
            return null;
        });
    }

    /** Takes over the parts; {@link CancellationException} if the read is closed. */
    Piece keep(List<Part> parts) {
        Piece piece = new Piece(parts, this);
        synchronized (this) {
            if (!over) {
                kept.add(piece);
                return piece;
            }
        }
        piece.release();
        throw new CancellationException();
    }

    /** One piece in place of some, of which one at least is in this custody. */
    Piece joined(List<Piece> pieces) {
        List<Part> parts = new ArrayList<>();
        try {
            for (Piece piece : pieces) {
                piece.take();
                parts.addAll(piece.parts());
            }
        } catch (CancellationException closed) {
            parts.forEach(part -> part.bytes().release());
            throw closed;
        }
        return keep(parts);
    }

    /** Bytes [from, from + count) of a piece, in place of it. */
    Piece range(Piece whole, int from, int count) {
        whole.take();
        List<Part> parts = new ArrayList<>();
        int at = 0;
        for (Part part : whole.parts()) {
            int first = Math.max(from, at);
            int end = Math.min(from + count, at + part.length());
            if (first < end) {
                parts.add(part.range(first - at, end - first));
            } else {
                part.bytes().release();
            }
            at += part.length();
        }
        return keep(parts);
    }

    synchronized void forget(Piece piece) {
        kept.remove(piece);
    }

    private void end() {
        List<Piece> left;
        synchronized (this) {
            over = true;
            left = List.copyOf(kept);
            kept.clear();
        }
        left.forEach(Piece::abandon);
    }
}
