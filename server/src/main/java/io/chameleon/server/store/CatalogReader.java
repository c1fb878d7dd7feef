package io.chameleon.server.store;

import io.chameleon.core.Require;
import io.chameleon.core.format.FormatVersion;
import io.chameleon.server.store.FragmentIndex.Entry;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;

/** Reads a {@link CatalogState}. */
final class CatalogReader {
    private CatalogReader() {}

    /**
     * Fills an empty index and table; all of {@code in} is read.
     *
     * @throws IOException if it is cut short or damaged
     * @throws io.chameleon.core.format.UnreadFormatException if it, or a fragment in it, is of another version
     * @throws IllegalArgumentException if it makes no sense, or is of a device of another shape
     */
    static void read(InputStream in, FragmentIndex index, PageTable table, int pageBytes) throws IOException {
        DataInputStream data = new DataInputStream(in);
        int version = data.readInt();
        CatalogFormat _ = FormatVersion.of(version, "catalog format", CatalogFormat.values());
        int pages = data.readInt();
        Require.that(pages == table.capacity(), "logical pages", pages, table.capacity() + "");
        int bytes = data.readInt();
        Require.that(bytes == pageBytes, "page bytes", bytes, pageBytes + "");
        int fragments = data.readInt();
        byte[] owner = new byte[PageOwner.BYTES];
        for (int i = 0; i < fragments; i++) {
            data.readFully(owner);
            Fragment fragment =
                    PageOwner.decode(MemorySegment.ofArray(owner), pageBytes).fragment();
            int[] itsPages = readPages(data, fragment.pages(pageBytes));
            Require.that(table.take(itsPages), "pages of fragment", fragment.id(), "free ones");
            index.put(new Entry(fragment, itsPages[0]));
        }
        if (in.read() >= 0) {
            throw new IOException("the catalog's state holds more than expected");
        }
    }

    private static int[] readPages(DataInputStream data, int count) throws IOException {
        int first = data.readInt();
        int pieces = data.readInt();
        if (pieces < 0 || pieces > count) {
            throw new EOFException("fragment in " + pieces + " pieces");
        }
        int[] encoded = pieces == 0 ? new int[] {first, count} : new int[2 * pieces];
        for (int i = 0; i < 2 * pieces; i++) {
            encoded[i] = data.readInt();
        }
        return PagePieces.decode(encoded, count);
    }
}
