package io.chameleon.client;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.call.Workers;
import io.chameleon.client.internal.read.Delivering;
import io.chameleon.client.internal.read.ObjectReader;
import io.chameleon.client.internal.read.Piece;
import io.chameleon.core.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an object, or of a range of it, for one subscriber, without a thread that waits for them. Each buffer is
 * a segment, or the part of one that the range covers, and is the subscriber's own; one more segment is fetched ahead,
 * whatever the demand. The first bytes are there already, so {@link #info} is certain.
 *
 * <p>Ends with a {@link ChameleonException}: {@link ObjectChangedException} if the version disappears meanwhile, a
 * {@link io.chameleon.client.error.DataUnavailableException} in place of the completion if the whole object does not
 * match its checksum. Buffers before an error are a correct beginning.
 *
 * <p>Signals come from the client's executor, {@code onSubscribe} from the thread that subscribes. The end of the
 * subscription cancels what is in flight; so does {@link #close}, for one that is never subscribed to. One that nobody
 * has subscribed to after the time-out of an operation closes itself: until then its first bytes take memory.
 */
public final class ObjectPublisher implements Flow.Publisher<ByteBuffer>, AutoCloseable {
    private final ObjectReader reader;
    private final CompletableFuture<@Nullable Piece> first;
    private final Workers workers;
    private final AtomicReference<State> state = new AtomicReference<>(State.FREE);

    private enum State {
        FREE,
        SUBSCRIBED,
        EXPIRED
    }

    private ObjectPublisher(ObjectReader reader, @Nullable Piece first, Workers workers) {
        this.reader = reader;
        this.first = CompletableFuture.completedFuture(first);
        this.workers = workers;
    }

    /**
     * Waits for the first bytes: until then the version may change.
     *
     * @param scope of the reader
     */
    static CompletableFuture<ObjectPublisher> start(ObjectReader reader, ClientContext context, Scope scope) {
        return reader.next().thenApply(first -> {
            ObjectPublisher publisher = new ObjectPublisher(reader, first, context.workers());
            context.retry().after(scope, scope.limits().operation(), publisher::expire);
            return publisher;
        });
    }

    private void expire() {
        if (state.compareAndSet(State.FREE, State.EXPIRED)) {
            close();
        }
    }

    /** The version being read. */
    public ObjectInfo info() {
        return ObjectInfo.of(reader.row());
    }

    /** Bytes that will be given: those of the range that the object has. */
    public long length() {
        return reader.length();
    }

    /**
     * A second subscriber gets an {@link IllegalStateException}, one that comes too late a
     * {@link DeadlineExceededException}.
     */
    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        subscribe(subscriber, ObjectPublisher::copied, workers::deliver);
    }

    /**
     * The same for a subscriber that closes what it gets: no byte is copied. Signals come from the network's threads,
     * or from within {@code request}, so the subscriber must not wait.
     */
    public Flow.Publisher<LentBytes> lent() {
        return subscriber -> subscribe(subscriber, LentBytes::of, Runnable::run);
    }

    private <T> void subscribe(
            Flow.Subscriber<? super T> subscriber, Function<Piece, T> given, Consumer<Runnable> thread) {
        Delivering<T> delivering = new Delivering<>(subscriber, reader, first, given, thread);
        if (state.compareAndSet(State.FREE, State.SUBSCRIBED)) {
            delivering.start();
        } else {
            delivering.refuse(refusal());
        }
    }

    private RuntimeException refusal() {
        return state.get() == State.EXPIRED
                ? new DeadlineExceededException(
                        ErrorCode.DEADLINE_EXCEEDED,
                        "object " + reader.row().id() + ": nobody subscribed to its bytes in time",
                        null)
                : new IllegalStateException("the bytes of this read have a subscriber already");
    }

    private static ByteBuffer copied(Piece piece) {
        piece.take();
        ByteBuffer own = ByteBuffer.wrap(piece.array());
        piece.release();
        return own;
    }

    /** Cancels what is in flight; a subscriber that has not got everything gets an error. */
    @Override
    public void close() {
        reader.close();
    }
}
