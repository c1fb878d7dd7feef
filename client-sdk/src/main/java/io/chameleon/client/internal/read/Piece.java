package io.chameleon.client.internal.read;

import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive bytes of an object: an array of their own, or buffers that the network has left them in. The latter are
 * in the {@link Custody} of their read until somebody takes them, so a future that is dropped holds no memory.
 */
public final class Piece {
    private enum State {
        KEPT,
        TAKEN,
        RELEASED
    }

    private final List<Part> parts;
    private final int length;
    private final @Nullable Custody custody;
    private final AtomicReference<State> state = new AtomicReference<>(State.KEPT);
    private final AtomicReference<@Nullable Runnable> whenReleased = new AtomicReference<>();

    /** @param custody of the parts; null if they are arrays, which need none */
    Piece(List<Part> parts, @Nullable Custody custody) {
        this.parts = List.copyOf(parts);
        this.length = parts.stream().mapToInt(Part::length).sum();
        this.custody = custody;
    }

    static Piece of(byte[] bytes) {
        return of(bytes, OptionalInt.empty());
    }

    private static Piece of(byte[] bytes, OptionalInt crc32c) {
        return new Piece(List.of(new Part(Unpooled.wrappedBuffer(bytes), crc32c)), null);
    }

    /** All of these in one array, whose checksum is known if theirs are. The caller keeps the parts. */
    static Piece copyOf(List<Part> parts) {
        boolean known = parts.stream().allMatch(part -> part.crc32c().isPresent());
        return of(Part.copied(parts), known ? OptionalInt.of(Part.crc32c(parts)) : OptionalInt.empty());
    }

    /** One after the other; takes over all of them. */
    static Piece joined(List<Piece> pieces) {
        if (pieces.size() == 1) {
            return pieces.get(0);
        }
        for (Piece piece : pieces) {
            if (piece.custody != null) {
                return piece.custody.joined(pieces);
            }
        }
        return copyOf(pieces.stream().flatMap(piece -> piece.parts.stream()).toList());
    }

    public int length() {
        return length;
    }

    /**
     * CRC-32C of all bytes. Cost: reads those whose checksum was not verified on arrival.
     *
     * @throws CancellationException if the read was closed, and the bytes are gone
     */
    synchronized int crc32c() {
        if (state.get() == State.RELEASED) {
            throw new CancellationException();
        }
        return Part.crc32c(parts);
    }

    /** All bytes in an array: the one they are in, or a copy. */
    public byte[] array() {
        if (custody == null && parts.size() == 1) {
            return parts.get(0).bytes().array();
        }
        return Part.copied(parts);
    }

    /** The bytes where they are, valid until {@link #release}. */
    public List<ByteBuffer> buffers() {
        return parts.stream().map(part -> part.bytes().nioBuffer()).toList();
    }

    /** Bytes [from, from + count) of these, in place of them. */
    Piece range(int from, int count) {
        if (count == length) {
            return this;
        }
        return custody == null ? of(Arrays.copyOfRange(array(), from, from + count)) : custody.range(this, from, count);
    }

    /** Runs {@code then} once the bytes are released. */
    void whenReleased(Runnable then) {
        whenReleased.set(then);
        if (state.get() == State.RELEASED) {
            tellReleased();
        }
    }

    /**
     * Ends the custody: whoever takes a piece releases it.
     *
     * @throws CancellationException if the read was closed, and the bytes are gone
     */
    public void take() {
        if (!state.compareAndSet(State.KEPT, State.TAKEN)) {
            throw new CancellationException();
        }
        leaveCustody();
    }

    /** The bytes are not needed any more. Does nothing the second time. */
    public void release() {
        if (state.getAndSet(State.RELEASED) != State.RELEASED) {
            leaveCustody();
            free();
        }
    }

    /** The read is closed: nobody will take it. */
    void abandon() {
        if (state.compareAndSet(State.KEPT, State.RELEASED)) {
            free();
        }
    }

    private void free() {
        synchronized (this) { // not while they are being read
            parts.forEach(part -> part.bytes().release());
        }
        tellReleased();
    }

    private void tellReleased() {
        Runnable then = whenReleased.getAndSet(null);
        if (then != null) {
            then.run();
        }
    }

    List<Part> parts() {
        return parts;
    }

    private void leaveCustody() {
        if (custody != null) {
            custody.forget(this);
        }
    }
}
