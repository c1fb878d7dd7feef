package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.server.store.FragmentIndex.Entry;
import io.chameleon.simssd.FileRange;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Moves fragments to and from the pages of the device.
 *
 * <p>The device makes one change at a time, so a {@link #turn} covers a few pages and then passes on, first come, first
 * served. Only one put at a time asks for a turn: a deletion waits for a few pages of one put, however many puts there
 * are. Reads take no turn.
 *
 * <p>Errors: the device's {@link FlashException}s.
 */
final class FragmentPages {
    private static final int TURN_PAGES = 16;
    /** Trims only change tables. */
    private static final int TURN_TRIMS = 2_048;

    private final FlashDevice device;
    private final Catalog catalog;
    private final int pageBytes;
    private final ReentrantLock turn = new ReentrantLock(true);
    private final ReentrantLock writing = new ReentrantLock(true);
    private final AtomicInteger reading = new AtomicInteger();

    FragmentPages(FlashDevice device, Catalog catalog) {
        this.device = device;
        this.catalog = catalog;
        this.pageBytes = device.geometry().pageBytes();
    }

    int waiting() {
        return turn.getQueueLength() + writing.getQueueLength();
    }

    int reading() {
        return reading.get();
    }

    /**
     * Writes the pages of a fragment that is not stored yet; on failure it takes them back.
     *
     * @param stillWanted called when its turn has come, before anything is reserved; throws to cancel it
     */
    Entry write(Fragment fragment, MemorySegment content, WriteHint hint, Runnable stillWanted) {
        writing.lock();
        try {
            stillWanted.run();
            return write(fragment, content, hint, catalog.reserve(fragment));
        } finally {
            writing.unlock();
        }
    }

    private Entry write(Fragment fragment, MemorySegment content, WriteHint hint, int[] pages) {
        try {
            for (int from = 0; from < pages.length; from += TURN_PAGES) {
                writeTurn(fragment, content, hint, pages, from);
            }
            return new Entry(fragment, pages[0]);
        } catch (FlashException e) {
            discard(pages);
            throw e;
        }
    }

    private void writeTurn(Fragment fragment, MemorySegment content, WriteHint hint, int[] pages, int from) {
        int count = Math.min(TURN_PAGES, pages.length - from);
        long start = (long) from * pageBytes;
        long bytes = Math.min((long) count * pageBytes, fragment.length() - start);
        MemorySegment spares = owners(fragment, from, count);
        turn.lock();
        try {
            device.write(pages, from, count, content.asSlice(start, bytes), spares, hint, fragment.length());
        } finally {
            turn.unlock();
        }
    }

    /** The spare areas of {@code count} pages, one after the other. */
    private static MemorySegment owners(Fragment fragment, int from, int count) {
        MemorySegment spares = MemorySegment.ofArray(new byte[count * PageOwner.BYTES]);
        for (int i = 0; i < count; i++) {
            new PageOwner(fragment, from + i).encode(spares.asSlice((long) i * PageOwner.BYTES, PageOwner.BYTES));
        }
        return spares;
    }

    /** Fills {@code into} from {@code offset} on, which is within the fragment. */
    void read(Fragment fragment, int offset, MemorySegment into) {
        reading.incrementAndGet();
        try {
            int unused = fromPages(fragment, pages -> {
                for (long done = 0; done < into.byteSize(); ) {
                    done = readSome(pages, offset, into, done);
                }
                return pages.length;
            });
        } finally {
            reading.decrementAndGet();
        }
    }

    /** Where the fragment's pages lie in the device's file. */
    List<FileRange> locate(Fragment fragment) {
        return fromPages(fragment, pages -> device.locate(pages, fragment.length()));
    }

    /** Deletions go on meanwhile: what comes from the pages counts only if they are still the fragment's afterwards. */
    private <T> T fromPages(Fragment fragment, Function<int[], T> read) {
        long removals = catalog.removals();
        int[] pages = present(fragment);
        while (true) {
            T result = null;
            FlashException failure = null;
            try {
                result = read.apply(pages);
            } catch (FlashException e) {
                failure = e;
            }
            long since = catalog.removals();
            int[] now = since == removals ? pages : present(fragment);
            if (Arrays.equals(pages, now)) {
                if (failure != null) {
                    throw failure;
                }
                return Objects.requireNonNull(result);
            }
            removals = since;
            pages = now;
        }
    }

    /** Reads some whole pages, or one in part, and returns the progress. */
    private long readSome(int[] pages, int offset, MemorySegment into, long done) {
        int first = (int) ((offset + done) / pageBytes);
        int skip = (int) ((offset + done) % pageBytes);
        long left = into.byteSize() - done;
        int whole = skip > 0 ? 0 : (int) (left / pageBytes);
        long bytes = whole > 0 ? (long) whole * pageBytes : Math.min(pageBytes - skip, left);
        MemorySegment target = into.asSlice(done, bytes);
        if (whole > 0) {
            device.read(pages, first, whole, target);
        } else {
            readPart(pages[first], skip, target);
        }
        return done + bytes;
    }

    private void readPart(int page, int skip, MemorySegment into) {
        if (skip == 0) {
            device.read(page, into);
            return;
        }
        // The device reads pages from their start.
        MemorySegment prefix = MemorySegment.ofArray(new byte[skip + (int) into.byteSize()]);
        device.read(page, prefix);
        into.copyFrom(prefix.asSlice(skip));
    }

    private int[] present(Fragment fragment) {
        int[] pages = catalog.pagesOf(fragment);
        if (pages == null) {
            throw new ChameleonError(
                    ErrorCode.FRAGMENT_NOT_FOUND, "fragment " + fragment.id() + " is not here any more");
        }
        return pages;
    }

    /**
     * Deletes the fragments of these writes and returns how many there were. A turn takes as many writes as make up
     * some thousand pages.
     */
    int delete(Collection<WriteId> writeIds) {
        Iterator<WriteId> left = writeIds.iterator();
        int deleted = 0;
        while (left.hasNext()) {
            turn.lock();
            try {
                deleted += deleteTurn(left);
            } finally {
                turn.unlock();
            }
        }
        return deleted;
    }

    private int deleteTurn(Iterator<WriteId> left) {
        int deleted = 0;
        for (int trimmed = 0; left.hasNext() && trimmed < TURN_TRIMS; ) {
            for (Entry entry : catalog.remove(left.next())) {
                int[] pages = catalog.chain(entry);
                discard(pages);
                trimmed += pages.length;
                deleted++;
            }
        }
        return deleted;
    }

    /** Deletes one fragment, if it is here. */
    void delete(FragmentId id) {
        turn.lock();
        try {
            Entry removed = catalog.remove(id);
            if (removed != null) {
                discard(catalog.chain(removed));
            }
        } finally {
            turn.unlock();
        }
    }

    /** Trims pages that have no owner any more, then frees them: in this order, or a new page could be lost. */
    private void discard(int[] pages) {
        for (int page : pages) {
            device.trim(page);
        }
        catalog.release(pages);
    }
}
