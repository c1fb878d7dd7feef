package io.chameleon.metadata.epoch;

import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.row.MappingRow;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.StatelessSession;

/**
 * The hottest and the coldest rows, without those of objects in chunks or components, by the index on (heat score,
 * bucket, key): hottest or coldest first, ties by id.
 *
 * <p>Cost: O(limit) rows. The index yields the coldest in that order. Read backwards for the hottest, it reverses the
 * ids as well, and sorting a tie would read all of it: objects written once in the same epoch share a score. So the
 * hottest are the rows above the score of the last of them, sorted, followed by as many rows of that score as fit.
 */
public final class HeatOrder {
    private HeatOrder() {}

    public static List<ObjectMapping> coldest(StatelessSession session, int limit) {
        return session
                .createSelectionQuery(
                        "from MappingRow m where m.chunkBytes = 0 and m.extents = 0"
                                + " order by m.heatScore, m.id.bucket, m.id.key",
                        MappingRow.class)
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(MappingRow::toMapping)
                .toList();
    }

    public static List<ObjectMapping> hottest(StatelessSession session, int limit) {
        List<Double> lastScore = session.createSelectionQuery(
                        "select m.heatScore from MappingRow m where m.chunkBytes = 0 and m.extents = 0"
                                + " order by m.heatScore desc",
                        Double.class)
                .setFirstResult(Math.max(0, limit - 1))
                .setMaxResults(1)
                .getResultList();
        double last = lastScore.isEmpty() ? Double.NEGATIVE_INFINITY : lastScore.get(0);
        List<MappingRow> rows = new ArrayList<>(session.createSelectionQuery("""
                        from MappingRow m where m.heatScore > :last and m.chunkBytes = 0 and m.extents = 0
                        order by m.heatScore desc, m.id.bucket, m.id.key
                        """, MappingRow.class)
                .setParameter("last", last)
                .setMaxResults(limit)
                .getResultList());
        rows.addAll(session.createSelectionQuery("""
                        from MappingRow m where m.heatScore = :last and m.chunkBytes = 0 and m.extents = 0
                        order by m.id.bucket, m.id.key
                        """, MappingRow.class)
                .setParameter("last", last)
                .setMaxResults(limit - rows.size())
                .getResultList());
        return rows.stream().map(MappingRow::toMapping).toList();
    }
}
