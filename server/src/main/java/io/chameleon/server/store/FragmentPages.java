package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.server.store.FragmentIndex.Entry;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashException;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes fragments to the pages of the device, and deletes them.
 *
 * <p>The device makes one change at a time, so a {@link #turn} covers a few pages and then passes on, first come, first
 * served. Only one put at a time asks for a turn: a deletion waits for a few pages of one put, however many puts there
 * are. Reads take no turn: {@link PageReads}.
 *
 * <p>Errors: the device's {@link FlashException}s.
 */
final class FragmentPages {
    private static final int TURN_PAGES = 16;
    /** Trims only change tables. */
    private static final int TURN_TRIMS = 2_048;

    private final FlashDevice device;
    private final Catalog catalog;
    private final Stalls stalls;
    private final int pageBytes;
    private final ReentrantLock turn = new ReentrantLock(true);
    private final ReentrantLock writing = new ReentrantLock(true);

    FragmentPages(FlashDevice device, Catalog catalog, Stalls stalls) {
        this.device = device;
        this.catalog = catalog;
        this.stalls = stalls;
        this.pageBytes = device.geometry().pageBytes();
    }

    int waiting() {
        return turn.getQueueLength() + writing.getQueueLength();
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
            stalls.during(() ->
                    device.write(pages, from, count, content.asSlice(start, bytes), spares, hint, fragment.length()));
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
