package io.chameleon.core.mapping.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Shares out a batch of repairs, so that no kind of damage keeps another from being tried: objects that wait for their first try come
 * first; a quarter is for those that were postponed and are due again, an eighth for those that cannot be read at present. What one
 * kind leaves the others take.
 */
public final class NextRepairs {
    private static final int AGAIN = 4;
    private static final int UNREADABLE = 8;

    private NextRepairs() {}

    /**
     * At most {@code limit} of them: those that can be read in the order of {@code danger}, then the others as they come.
     *
     * @param fresh never tried, those in most danger first
     * @param again postponed and due, the longest due first
     * @param unreadable of which too few fragments are left
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
