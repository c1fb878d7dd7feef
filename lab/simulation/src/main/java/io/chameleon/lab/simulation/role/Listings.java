package io.chameleon.lab.simulation.role;

import io.chameleon.client.ListPage;
import io.chameleon.client.ObjectInfo;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.simulation.history.History;
import io.chameleon.lab.simulation.history.Operation;
import io.chameleon.lab.simulation.history.Operation.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the pages of listings say: each page is a read of every key between its beginning and its continuation,
 * including those that are not on it. Pages of one listing are read at different times, so each counts by itself.
 */
public final class Listings {
    private final History history;
    private final List<String> keys;
    /** By entity tag; writes whose outcome is unknown have none. */
    private final Map<String, Long> values = new HashMap<>();

    /** @param keys all that clients write */
    public Listings(History history, List<String> keys) {
        this.history = history;
        this.keys = keys;
    }

    void stored(String entityTag, long value) {
        values.put(entityTag, value);
    }

    /**
     * Records a page that was requested at {@code begin} and answered at {@code end}; returns what cannot be right
     * about it.
     */
    Optional<String> note(String after, ListPage page, long begin, long end) {
        List<String> listed = page.objects().stream().map(ObjectInfo::key).toList();
        if (!listed.equals(listed.stream().sorted().distinct().toList())
                || !listed.stream().allMatch(key -> isCovered(key, after, page))) {
            return Optional.of(listed + " after '" + after + "', to be continued after '" + page.continuation() + "'");
        }
        Map<String, String> tags =
                page.objects().stream().collect(Collectors.toMap(ObjectInfo::key, ObjectInfo::entityTag));
        keys.stream().filter(key -> isCovered(key, after, page)).forEach(key -> {
            Long value = tags.containsKey(key) ? values.get(tags.get(key)) : Long.valueOf(0);
            if (value != null) {
                history.add(key, new Operation(Kind.READ, value, 0, Outcome.DONE, begin, end));
            }
        });
        return Optional.empty();
    }

    private static boolean isCovered(String key, String after, ListPage page) {
        return key.compareTo(after) > 0 && (page.isLast() || key.compareTo(page.continuation()) <= 0);
    }
}
