package io.chameleon.metadata.slice;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes what pages of several slices hold, in one order. What several of them hold alike is taken once.
 *
 * @param <T> an item
 * @param <C> where a slice's next page begins
 */
final class SliceMerge<T, C> {
    /**
     * A page of a slice.
     *
     * @param next null if it is the last
     */
    record Page<T, C>(List<T> items, @Nullable C next) {}

    /** A slice's pages. */
    interface Pages<T, C> {
        /** @param from null at the beginning */
        Page<T, C> page(@Nullable C from);
    }

    /**
     * What was taken.
     *
     * @param more whether items follow
     */
    record Taken<T>(List<T> items, boolean more) {}

    private final Comparator<T> order;
    private final List<Head<T, C>> heads;

    SliceMerge(List<Pages<T, C>> slices, Comparator<T> order) {
        this.order = order;
        this.heads = slices.stream().map(Head::new).toList();
    }

    Taken<T> take(int limit) {
        List<T> taken = new ArrayList<>();
        T least = least();
        while (least != null && taken.size() < limit) {
            taken.add(least);
            drop(least);
            least = least();
        }
        return new Taken<>(taken, least != null);
    }

    private @Nullable T least() {
        T least = null;
        for (Head<T, C> head : heads) {
            T item = head.item();
            if (item != null && (least == null || order.compare(item, least) < 0)) {
                least = item;
            }
        }
        return least;
    }

    private void drop(T taken) {
        for (Head<T, C> head : heads) {
            T item = head.item();
            if (item != null && order.compare(item, taken) == 0) {
                head.drop();
            }
        }
    }

    /** How far one slice is. */
    private static final class Head<T, C> {
        private final Pages<T, C> pages;
        private final Deque<T> read = new ArrayDeque<>();
        private @Nullable C next;
        private boolean more = true;

        Head(Pages<T, C> pages) {
            this.pages = pages;
        }

        /** The next item; null at the end. */
        @Nullable
        T item() {
            while (read.isEmpty() && more) {
                Page<T, C> page = pages.page(next);
                read.addAll(page.items());
                next = page.next();
                more = next != null;
            }
            return read.peek();
        }

        void drop() {
            T unused = read.remove();
        }
    }
}
