package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.server.store.FragmentIndex.Entry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fragments and their pages, in memory. Safe from any thread; holds its lock for microseconds. */
final class Catalog {
    private final FragmentIndex index;
    private final PageTable pages;
    private final int headroomPages;
    private final int pageBytes;
    private long removals;

    /** @param headroomPages free pages below which nothing is reserved */
    Catalog(FragmentIndex index, PageTable pages, int headroomPages, int pageBytes) {
        this.index = index;
        this.pages = pages;
        this.headroomPages = headroomPages;
        this.pageBytes = pageBytes;
    }

    synchronized @Nullable Entry find(FragmentId id) {
        return index.get(id);
    }

    /** One of the fragments of a write; null if there are none. */
    synchronized @Nullable Fragment firstOf(WriteId write) {
        @Nullable Fragment[] found = {null};
        index.walk(new FragmentId(write, 0, 0), entry -> {
            found[0] = entry.fragment().id().writeId().equals(write) ? entry.fragment() : null;
            return false;
        });
        return found[0];
    }

    /** Takes the pages for one fragment, or fails with DEVICE_FULL before anything was written. */
    synchronized int[] reserve(Fragment fragment) {
        int needed = fragment.pages(pageBytes);
        int left = pages.free() - headroomPages;
        if (needed > left) {
            throw new ChameleonError(
                    ErrorCode.DEVICE_FULL,
                    "fragment " + fragment.id() + " needs " + needed + " pages, " + Math.max(0, left) + " of "
                            + pages.capacity() + " are left to reserve");
        }
        return pages.allocate(needed);
    }

    /** Releases one fragment's pages, all of them in order. */
    synchronized void release(int[] itsPages) {
        pages.release(itsPages);
    }

    /** Writes what {@link CatalogReader#read} needs; nothing if a put or a deletion is under way. */
    synchronized void writeTo(OutputStream out) throws IOException {
        long[] owned = {0};
        index.walk(null, entry -> {
            owned[0] += entry.fragment().pages(pageBytes);
            return true;
        });
        if (owned[0] == pages.capacity() - pages.free()) {
            CatalogState.write(index, pages, pageBytes, out);
        }
    }

    synchronized void add(Entry entry) {
        index.put(entry);
    }

    /** Forgets the fragments of a write; their pages stay taken until {@link #release}. */
    synchronized List<Entry> remove(WriteId writeId) {
        List<Entry> removed = index.ofWrite(writeId);
        removed.forEach(entry -> index.remove(entry.fragment().id()));
        removals += removed.size();
        return removed;
    }

    /** As {@link #remove(WriteId)}, for one fragment; null if it is not here. */
    synchronized @Nullable Entry remove(FragmentId id) {
        Entry removed = index.remove(id);
        removals += removed == null ? 0 : 1;
        return removed;
    }

    /** Changes whenever pages may have lost their owner. */
    synchronized long removals() {
        return removals;
    }

    /** The pages of {@code fragment} in order, or null if it is not here, or not the same. */
    synchronized int @Nullable [] pagesOf(Fragment fragment) {
        Entry entry = index.get(fragment.id());
        return entry == null || !entry.fragment().equals(fragment) ? null : chain(entry);
    }

    synchronized int[] chain(Entry entry) {
        return pages.pagesOf(entry.firstPage(), entry.fragment().pages(pageBytes));
    }

    /**
     * Up to {@code limit} fragments after {@code after}, of writes begun before {@code olderThanMillis} or dated after
     * {@code futureMillis}.
     */
    synchronized FragmentListing list(long olderThanMillis, long futureMillis, @Nullable FragmentId after, int limit) {
        // One more than asked for, to know whether there are more.
        List<Fragment> found = new ArrayList<>();
        boolean[] tooYoung = {false};
        index.walk(after, entry -> {
            FragmentId id = entry.fragment().id();
            if (id.equals(after)) {
                return true;
            }
            // Write ids rise with time: after the first that is too young all are, except those from the future.
            long millis = id.writeId().epochMillis();
            tooYoung[0] = millis >= olderThanMillis && millis <= futureMillis;
            return !tooYoung[0] && found.add(entry.fragment()) && found.size() <= limit;
        });
        if (tooYoung[0] && futureMillis != Long.MAX_VALUE) {
            FragmentId future = new FragmentId(WriteId.firstOf(futureMillis + 1), 0, 0);
            index.walk(future, entry -> found.add(entry.fragment()) && found.size() <= limit);
        }
        boolean more = found.size() > limit;
        return new FragmentListing(more ? found.subList(0, limit) : found, more);
    }

    synchronized StoreUsage usage() {
        return new StoreUsage(index.size(), pages.capacity(), pages.capacity() - pages.free(), headroomPages);
    }
}
