package io.chameleon.server.store;

import io.chameleon.core.Require;

/** Pages of a fragment as pieces: first page and length of each row of consecutive ones. */
final class PagePieces {
    private PagePieces() {}

    /**
     * Pieces, page by page; pieces that are not {@code count} pages throw
     * {@link IllegalArgumentException}.
     */
    static int[] decode(int[] pieces, int count) {
        int[] pages = new int[count];
        int at = 0;
        for (int i = 0; i < pieces.length; i += 2) {
            Require.that(pieces[i + 1] > 0 && pieces[i + 1] <= count - at, "pages of a piece", pieces[i + 1], "fewer");
            for (int page = pieces[i]; page < pieces[i] + pieces[i + 1]; page++) {
                pages[at++] = page;
            }
        }
        Require.that(at == count, "pages in pieces", at, count + " pages");
        return pages;
    }

    static int count(int[] pages) {
        int pieces = 1;
        for (int i = 1; i < pages.length; i++) {
            pieces += pages[i] == pages[i - 1] + 1 ? 0 : 1;
        }
        return pieces;
    }

    static int[] encode(int[] pages, int pieces) {
        int[] encoded = new int[2 * pieces];
        int at = -2;
        for (int i = 0; i < pages.length; i++) {
            if (i == 0 || pages[i] != pages[i - 1] + 1) {
                at += 2;
                encoded[at] = pages[i];
            }
            encoded[at + 1]++;
        }
        return encoded;
    }
}
