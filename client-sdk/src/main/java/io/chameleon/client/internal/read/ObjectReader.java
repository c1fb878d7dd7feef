package io.chameleon.client.internal.read;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Budget;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.options.ReadCondition;
import io.chameleon.core.Crc32c;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads one version of an object from start to end, a segment at a time, fetching two ahead of the caller. Not
 * thread-safe: one caller, one {@link #next} at a time.
 *
 * <p>If the version disappears before anything was delivered, the read restarts with the new one; after that it fails
 * with {@link ObjectChangedException}. If the version was merely moved, the read continues from its new place.
 */
public final class ObjectReader {
    private static final int AHEAD = 2;
    /** What a reader gets without any budget: one shard of a segment of 1 MiB, for which one request is enough. */
    private static final int LEAST_BYTES = 256 << 10;

    private final VersionReader segments;
    private final ChunkReader chunks;
    private final ComponentReader components;
    private final boolean pinned;
    private final ByteRange range;
    private final ReadCondition condition;
    private final Scope parent;
    private final Deadline startOver;
    private final Budget budget;
    private final Deque<Ahead> ahead = new ArrayDeque<>();
    private Scope scope;
    private volatile ObjectMapping row;
    private long end;
    private long asked;
    private long delivered;
    private int crc;
    /** Given as an array: the caller is done with it when it asks for more. */
    private @Nullable Piece last;
    /** Taken from the budget for what is fetched ahead. Guarded by this. */
    private long held;

    private boolean givenUp;

    /** A piece under way, and what it has taken from the budget. */
    private record Ahead(CompletableFuture<Piece> piece, int held) {}

    /**
     * @param segments where the pieces come from
     * @param pinned whether another version will not do
     * @param condition of a version that takes the place of this one
     * @param scope of this read alone
     */
    ObjectReader(
            ClientContext context,
            VersionReader segments,
            ExtentCache lists,
            ObjectMapping row,
            boolean pinned,
            ByteRange range,
            ReadCondition condition,
            Scope scope) {
        this.segments = segments;
        this.chunks = new ChunkReader(context, segments);
        this.components = new ComponentReader(context, segments, lists);
        this.pinned = pinned;
        this.range = range;
        this.condition = condition;
        this.parent = scope;
        this.startOver = context.deadline(scope);
        this.budget = context.fetched();
        this.row = row;
        this.scope = parent.child();
        end = range.end(row.content().size());
        asked = range.offset();
    }

    /** The version being read; may change until the first bytes are delivered. */
    public ObjectMapping row() {
        return row;
    }

    /** Total bytes of the range; may change until the first bytes are delivered. */
    public long length() {
        return end - range.offset();
    }

    /**
     * The next bytes, at least one; null at the end, once the whole object's checksum has been verified. Whoever
     * {@linkplain Piece#take takes} the piece releases it; its bytes count against the budget until then.
     */
    public CompletableFuture<@Nullable Piece> next() {
        askAhead();
        Ahead head = ahead.poll();
        if (head == null) {
            return finished();
        }
        return head.piece
                .<@Nullable Piece>thenApply(piece -> deliver(piece, head.held))
                .exceptionallyCompose(failure -> recover(Errors.unwrap(failure)));
    }

    /** As {@link #next}, in an array, which counts against the budget until more is asked for. */
    public CompletableFuture<byte @Nullable []> nextArray() {
        releaseLast();
        return next().thenApply(piece -> {
            last = piece;
            return piece == null ? null : piece.array();
        });
    }

    private void releaseLast() {
        Piece done = last;
        last = null;
        if (done != null) {
            done.release();
        }
    }

    private synchronized boolean mayHold(int bytes) {
        boolean room = givenUp || budget.tryTake(bytes);
        held += room && !givenUp ? bytes : 0;
        return room;
    }

    private synchronized void hold(int bytes) {
        if (!givenUp) {
            budget.take(bytes);
            held += bytes;
        }
    }

    /** What is delivered counts until it is released, also after the end of the read. */
    private synchronized int handOver(int bytes) {
        held -= givenUp ? 0 : bytes;
        return givenUp ? 0 : bytes;
    }

    private synchronized void giveBackAhead() {
        budget.give(held);
        held = 0;
    }

    /** Nothing will be delivered any more. */
    private synchronized void giveUp() {
        giveBackAhead();
        givenUp = true;
    }

    /** CRC-32C of what has been delivered. */
    public int crc32c() {
        return crc;
    }

    public void close() {
        giveUp();
        releaseLast();
        parent.close();
    }

    public boolean isClosed() {
        return parent.isClosed();
    }

    /** Throws why it is closed, if it is. */
    public void requireOpen() {
        parent.requireOpen();
    }

    private void askAhead() {
        while (ahead.size() < AHEAD && asked < end) {
            int segmentBytes = row.content().segmentBytes();
            int from = (int) (asked % segmentBytes);
            int length = (int) Math.min(segmentBytes - from, end - asked);
            if (!mayHold(length)) {
                if (!ahead.isEmpty()) {
                    return;
                }
                length = Math.min(length, LEAST_BYTES - from % LEAST_BYTES);
                hold(length);
            }
            ahead.add(new Ahead(read(asked, length), length));
            asked += length;
        }
    }

    /** @param length within one segment, and so within one chunk; of a composed object, within the largest segment */
    private CompletableFuture<Piece> read(long from, int length) {
        int segmentBytes = row.content().segmentBytes();
        if (row.content().isComposed()) {
            return components.read(row, from, length, scope).exceptionallyCompose(this::namingTheWhole);
        }
        if (row.content().isChunked()) {
            return chunks.read(row, from, length, scope).exceptionallyCompose(this::namingTheWhole);
        }
        int segment = Math.toIntExact(from / segmentBytes);
        return segments.read(new SegmentSlice(row, segment, (int) (from % segmentBytes), length), scope, this::moved);
    }

    /** Callers know the object, not what it is made of. */
    private CompletableFuture<Piece> namingTheWhole(Throwable failure) {
        return CompletableFuture.failedFuture(
                Errors.unwrap(failure) instanceof DataUnavailableException part
                                && part.getCause() instanceof UnreadableSegmentException
                        ? new DataUnavailableException(
                                part.code(), "object " + row.id() + ": " + part.getMessage(), part)
                        : failure);
    }

    /** Called by a segment in flight, which may belong to a version given up since. */
    private synchronized void moved(ObjectMapping to) {
        if (to.content().contentId().equals(row.content().contentId())) {
            row = to;
        }
    }

    private Piece deliver(Piece piece, int taken) {
        int handedOver = handOver(taken);
        piece.whenReleased(() -> budget.give(handedOver));
        crc = Crc32c.combine(crc, piece.crc32c(), piece.length());
        delivered += piece.length();
        parent.meter().received(piece.length());
        return piece;
    }

    private CompletableFuture<@Nullable Piece> recover(Throwable failure) {
        return Scope.started(() -> recovered(failure)).whenComplete((piece, again) -> {
            if (again != null) {
                giveUp();
            }
        });
    }

    private CompletableFuture<@Nullable Piece> recovered(Throwable failure) {
        if (!(failure instanceof VersionChangedException changed)) {
            return CompletableFuture.failedFuture(failure);
        }
        ObjectMapping current = changed.current;
        if (delivered > 0 || pinned) {
            return CompletableFuture.failedFuture(new ObjectChangedException(
                    ErrorCode.FRAGMENT_NOT_FOUND,
                    "object " + row.id() + ": " + (current == null ? "deleted" : "overwritten")
                            + " while it was read, after " + delivered + " bytes",
                    null));
        }
        if (current == null) {
            return CompletableFuture.failedFuture(notFound(row.id()));
        }
        if (startOver.isPassed()) {
            return CompletableFuture.failedFuture(new DeadlineExceededException(
                    ErrorCode.DEADLINE_EXCEEDED,
                    "object " + row.id() + ": overwritten again and again, faster than it can be read",
                    null));
        }
        ReadRequest.require(condition, current);
        begin(current);
        return next();
    }

    private synchronized void begin(ObjectMapping current) {
        scope.close();
        scope = parent.child();
        ahead.clear();
        giveBackAhead();
        row = current;
        end = range.end(current.content().size());
        asked = range.offset();
        parent.meter().expect(length());
    }

    private CompletableFuture<@Nullable Piece> finished() {
        boolean whole = range.offset() == 0 && end == row.content().size();
        if (whole && crc != row.content().crc32c()) {
            return CompletableFuture.failedFuture(new DataUnavailableException(
                    ErrorCode.CORRUPT_FRAGMENT,
                    "object " + row.id() + ": checksum mismatch of the whole object",
                    null));
        }
        return CompletableFuture.completedFuture(null);
    }

    static ObjectNotFoundException notFound(ObjectId id) {
        return new ObjectNotFoundException(ErrorCode.OBJECT_NOT_FOUND, "no object " + id, null);
    }
}
