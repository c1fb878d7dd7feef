package io.chameleon.metadata.table;

import io.chameleon.core.mapping.ObjectMapping;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.StatelessSession;

/**
 * The hottest and the coldest rows, the chunked objects' own ones apart, by the index on (heat score, bucket, key), hottest or coldest first, ties by id.
 *
 * <p>Cost: O(limit) rows. The index gives the coldest in that very order. Read backwards for the hottest it turns the ids around
 * as well, and sorting a tie first would read all of it: objects written once in the same epoch all have the same score. So the
 * hottest are the rows above the score of the last of them, sorted, and then so many of that score as there is room for.
 */
final class HeatOrder {
    private HeatOrder() {}

    static List<ObjectMapping> coldest(StatelessSession session, int limit) {
        return session
                .createSelectionQuery(
                        "from MappingRow m where m.chunkBytes = 0 order by m.heatScore, m.id.bucket, m.id.key",
                        MappingRow.class)
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(MappingRow::toMapping)
                .toList();
    }

    static List<ObjectMapping> hottest(StatelessSession session, int limit) {
        List<Double> lastScore = session.createSelectionQuery(
                        "select m.heatScore from MappingRow m where m.chunkBytes = 0 order by m.heatScore desc",
                        Double.class)
                .setFirstResult(Math.max(0, limit - 1))
                .setMaxResults(1)
                .getResultList();
        double last = lastScore.isEmpty() ? Double.NEGATIVE_INFINITY : lastScore.get(0);
        List<MappingRow> rows = new ArrayList<>(session.createSelectionQuery("""
                        from MappingRow m where m.heatScore > :last and m.chunkBytes = 0
                        order by m.heatScore desc, m.id.bucket, m.id.key
                        """, MappingRow.class)
                .setParameter("last", last)
                .setMaxResults(limit)
                .getResultList());
        rows.addAll(session.createSelectionQuery("""
                        from MappingRow m where m.heatScore = :last and m.chunkBytes = 0
                        order by m.id.bucket, m.id.key
                        """, MappingRow.class)
                .setParameter("last", last)
                .setMaxResults(limit - rows.size())
                .getResultList());
        return rows.stream().map(MappingRow::toMapping).toList();
    }
}
