package io.chameleon.balancer.epoch;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.RemapTable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects that a plan looks at one by one: all intents, the hottest and the coldest.
 *
 * @param planGroups whether there is more than what is listed, and a plan may move it
 * @param hottestScore heat score of the coldest of the hottest objects
 */
record ListedRows(Collection<ObjectMapping> listed, boolean planGroups, double hottestScore) {
    private static final Logger LOG = LoggerFactory.getLogger(ListedRows.class);
    /** A plan can look after at most this many times as many intents as there are candidates of one kind. */
    static final int INTENTS_OF_A_CANDIDATE = 10;

    /**
     * A plan has to know every intent: one that it does not see is neither withdrawn nor copied, and its room and wear
     * are planned a second time. So all of them are read. If there are too many, nothing else is read, so that no plan
     * makes more.
     */
    static ListedRows read(RemapTable table, long epoch, int candidates) {
        Map<ObjectId, ObjectMapping> rows = new LinkedHashMap<>();
        int most = INTENTS_OF_A_CANDIDATE * candidates;
        RemapTable.@Nullable Position after = null;
        int before;
        do {
            before = rows.size();
            List<ObjectMapping> page = table.pending(epoch, after, Math.min(candidates, most - before));
            page.forEach(row -> add(rows, row));
            after = page.isEmpty() ? after : RemapTable.Position.of(page.getLast());
        } while (rows.size() > before && rows.size() < most);
        if (rows.size() >= most) {
            LOG.warn("{} or more objects wait for their next write: no more are planned until there are fewer", most);
            return new ListedRows(rows.values(), false, Double.NEGATIVE_INFINITY);
        }
        List<ObjectMapping> hottest = table.hottest(candidates);
        hottest.forEach(row -> add(rows, row));
        List<ObjectMapping> coldest = table.coldest(candidates);
        coldest.forEach(row -> add(rows, row));
        double score =
                hottest.isEmpty() ? Double.NEGATIVE_INFINITY : hottest.getLast().heatScore();
        boolean all = hottest.size() < candidates && ids(hottest).equals(ids(coldest));
        return new ListedRows(rows.values(), !all, score);
    }

    private static Set<ObjectId> ids(List<ObjectMapping> rows) {
        return rows.stream().map(ObjectMapping::id).collect(Collectors.toSet());
    }

    /** A row read twice may have changed in between: the later version is the one to plan on. */
    private static void add(Map<ObjectId, ObjectMapping> rows, ObjectMapping row) {
        rows.merge(row.id(), row, (a, b) -> a.version() > b.version() ? a : b);
    }
}
