package io.chameleon.server.store;

import io.chameleon.server.store.FragmentIndex.Entry;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * The catalog as bytes, which the device keeps over a clean stop. Big-endian ints: format version
 * ({@link CatalogFormat}), logical pages, bytes per page, fragments. Then for each fragment, in the order of the ids:
 * the {@value PageOwner#BYTES} bytes of a {@link PageOwner} of its page 0, its first page, the number of its pieces (0:
 * one), and first page and length of each.
 */
final class CatalogState {
    private CatalogState() {}

    static void write(FragmentIndex index, PageTable table, int pageBytes, OutputStream out) throws IOException {
        out.write(ints(CatalogFormat.CURRENT.number(), table.capacity(), pageBytes, index.size()));
        try {
            index.walk(null, entry -> {
                write(entry, table, out);
                return true;
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void write(Entry entry, PageTable table, OutputStream out) {
        byte[] owner = new byte[PageOwner.BYTES];
        new PageOwner(entry.fragment(), 0).encode(MemorySegment.ofArray(owner));
        int[] pieces = table.piecesOf(entry.firstPage());
        try {
            out.write(owner);
            out.write(ints(entry.firstPage(), pieces == null ? 0 : pieces.length / 2));
            if (pieces != null) {
                out.write(ints(pieces));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] ints(int... values) {
        ByteBuffer buffer = ByteBuffer.allocate(values.length * Integer.BYTES);
        buffer.asIntBuffer().put(values);
        return buffer.array();
    }
}
