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
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;
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
    private final Scope parent;
    private final Deadline startOver;
    private final Budget budget;
    private final Deque<CompletableFuture<byte[]>> ahead = new ArrayDeque<>();
    private final CRC32C crc = new CRC32C();
    private Scope scope;
    private volatile ObjectMapping row;
    private long end;
    private long asked;
    private long delivered;
    /** What the reader has got last: its caller is done with it when it asks for more. */
    private int lent;
    /** Taken from the budget. Guarded by this. */
    private long held;

    private boolean givenUp;

    private ObjectReader(
            ClientContext context,
            VersionReader segments,
            ExtentCache lists,
            ObjectMapping row,
            boolean pinned,
            ByteRange range,
            Scope parent) {
        this.segments = segments;
        this.chunks = new ChunkReader(context, segments);
        this.components = new ComponentReader(context, segments, lists);
        this.pinned = pinned;
        this.range = range;
        this.parent = parent;
        this.startOver = context.deadline();
        this.budget = context.fetched();
        this.row = row;
        scope = parent.child();
        end = range.end(row.content().size());
        asked = range.offset();
    }

    /** Finds the object: in the mapping cache if the mode allows, else by a lookup. */
    static CompletableFuture<ObjectReader> open(
            ClientContext context,
            VersionReader segments,
            ExtentCache lists,
            ObjectId id,
            ByteRange range,
            ReadMode mode,
            Scope scope) {
        return find(context, id, mode, scope)
                .thenApply(row -> new ObjectReader(context, segments, lists, row, false, range, scope));
    }

    /**
     * Reads this version and no other: if another has replaced it, that is an {@link ObjectChangedException}, also
     * before the first byte.
     */
    static ObjectReader pinned(
            ClientContext context,
            VersionReader segments,
            ExtentCache lists,
            ObjectMapping row,
            ByteRange range,
            Scope scope) {
        return new ObjectReader(context, segments, lists, row, true, range, scope);
    }

    private static CompletableFuture<ObjectMapping> find(
            ClientContext context, ObjectId id, ReadMode mode, Scope scope) {
        Optional<ObjectMapping> cached =
                mode == ReadMode.CACHED ? context.mappings().get(id) : Optional.<ObjectMapping>empty();
        return cached.map(CompletableFuture::completedFuture)
                .orElseGet(() -> context.lookup(id, scope, context.deadline()).thenApply(found -> {
                    ObjectMapping row = found.mapping();
                    if (row == null) {
                        throw notFound(id);
                    }
                    return row;
                }));
    }

    /** The version being read; may change until the first bytes are delivered. */
    public ObjectMapping row() {
        return row;
    }

    /** Total bytes of the range; may change until the first bytes are delivered. */
    public long length() {
        return end - range.offset();
    }

    /** The next bytes, at least one; null at the end, once the whole object's checksum has been verified. */
    public CompletableFuture<byte @Nullable []> next() {
        giveBack(lent);
        lent = 0;
        askAhead();
        CompletableFuture<byte[]> head = ahead.poll();
        if (head == null) {
            return finished();
        }
        return head.thenApply(this::deliver).exceptionallyCompose(failure -> recover(Errors.unwrap(failure)));
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

    private synchronized void giveBack(long bytes) {
        if (!givenUp) {
            budget.give(bytes);
            held -= bytes;
        }
    }

    /** Nothing will be delivered any more. */
    private synchronized void giveUp() {
        giveBack(held);
        givenUp = true;
    }

    /** CRC-32C of what has been delivered. */
    public int crc32c() {
        return (int) crc.getValue();
    }

    public void close() {
        giveUp();
        parent.close();
    }

    public boolean isClosed() {
        return parent.isClosed();
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
            ahead.add(read(asked, length));
            asked += length;
        }
    }

    /** @param length within one segment, and so within one chunk; of a composed object, within the largest segment */
    private CompletableFuture<byte[]> read(long from, int length) {
        int segmentBytes = row.content().segmentBytes();
        if (row.content().isComposed()) {
            return components.read(row, from, length, scope);
        }
        if (row.content().isChunked()) {
            return chunks.read(row, from, length, scope);
        }
        int segment = Math.toIntExact(from / segmentBytes);
        return segments.read(new SegmentSlice(row, segment, (int) (from % segmentBytes), length), scope, this::moved);
    }

    /** Called by a segment in flight, which may belong to a version given up since. */
    private synchronized void moved(ObjectMapping to) {
        if (to.content().contentId().equals(row.content().contentId())) {
            row = to;
        }
    }

    private byte @Nullable [] deliver(byte[] bytes) {
        crc.update(bytes, 0, bytes.length);
        delivered += bytes.length;
        lent = bytes.length;
        return bytes;
    }

    private CompletableFuture<byte @Nullable []> recover(Throwable failure) {
        CompletableFuture<byte @Nullable []> recovered = recovered(failure);
        return recovered.whenComplete((bytes, again) -> {
            if (again != null) {
                giveUp();
            }
        });
    }

    private CompletableFuture<byte @Nullable []> recovered(Throwable failure) {
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
        begin(current);
        return next();
    }

    private synchronized void begin(ObjectMapping current) {
        scope.close();
        scope = parent.child();
        ahead.clear();
        giveBack(held);
        row = current;
        end = range.end(current.content().size());
        asked = range.offset();
    }

    private CompletableFuture<byte @Nullable []> finished() {
        boolean whole = range.offset() == 0 && end == row.content().size();
        if (whole && (int) crc.getValue() != row.content().crc32c()) {
            return CompletableFuture.failedFuture(new DataUnavailableException(
                    ErrorCode.CORRUPT_FRAGMENT,
                    "object " + row.id() + ": checksum mismatch of the whole object",
                    null));
        }
        return CompletableFuture.completedFuture(null);
    }

    private static ObjectNotFoundException notFound(ObjectId id) {
        return new ObjectNotFoundException(ErrorCode.OBJECT_NOT_FOUND, "no object " + id, null);
    }
}
