package io.chameleon.server.store;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.simssd.FileRange;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Reads fragments from the pages of the device, beside all else. Errors: the device's {@link FlashException}s. */
final class PageReads {
    private final FlashDevice device;
    private final Catalog catalog;
    private final Stalls stalls;
    private final int pageBytes;
    private final AtomicInteger reading = new AtomicInteger();

    PageReads(FlashDevice device, Catalog catalog, Stalls stalls) {
        this.device = device;
        this.catalog = catalog;
        this.stalls = stalls;
        this.pageBytes = device.geometry().pageBytes();
    }

    /** Reads under way. */
    int reading() {
        return reading.get();
    }

    /** Fills {@code into} from {@code offset} on, which is within the fragment. */
    void read(Fragment fragment, int offset, MemorySegment into) {
        reading.incrementAndGet();
        try {
            stalls.during(() -> readPages(fragment, offset, into));
        } finally {
            reading.decrementAndGet();
        }
    }

    private void readPages(Fragment fragment, int offset, MemorySegment into) {
        int unused = fromPages(fragment, pages -> {
            for (long done = 0; done < into.byteSize(); ) {
                done = readSome(pages, offset, into, done);
            }
            return pages.length;
        });
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
}
