package io.chameleon.core.mapping.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Divides a batch of repairs, so that no kind of damage starves another. Objects that wait for their first try come
 * first. A quarter is for postponed ones that are due again, an eighth for those that cannot be read at present. Places
 * that one kind leaves go to the others.
 */
public final class NextRepairs {
    private static final int AGAIN = 4;
    private static final int UNREADABLE = 8;

    private NextRepairs() {}

    /**
     * At most {@code limit} of them: readable ones in the order of {@code danger}, then the others in the given order.
     *
     * @param fresh never tried, those in most danger first
     * @param again postponed and due, the longest due first
     * @param unreadable too few fragments are left
     */
    public static <T> List<T> choose(
            int limit, List<T> fresh, List<T> again, List<T> unreadable, Comparator<? super T> danger) {
        int forUnreadable = Math.min(unreadable.size(), limit / UNREADABLE);
        int forAgain = Math.min(again.size(), limit / AGAIN);
        List<T> chosen = new ArrayList<>(first(fresh, limit - forAgain - forUnreadable));
        chosen.addAll(first(again, limit - chosen.size() - forUnreadable));
        chosen.sort(danger);
        chosen.addAll(first(unreadable, limit - chosen.size()));
        return chosen;
    }

    private static <T> List<T> first(List<T> list, int most) {
        return list.subList(0, Math.min(list.size(), most));
    }
}
