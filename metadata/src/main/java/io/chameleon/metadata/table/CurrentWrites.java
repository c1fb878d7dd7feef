package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.row.MappingRow;
import io.chameleon.metadata.row.WriteKey;
import io.chameleon.metadata.statement.MappingReader;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;

/** The rows of writes that are current versions, by write id. */
public final class CurrentWrites {
    private static final String CURRENT = """
            select m.* from object_mapping m
            join unnest(cast(:highs as bigint[]), cast(:lows as bigint[])) as wanted(high, low)
              on m.write_high = wanted.high and m.write_low = wanted.low
            """;

    private CurrentWrites() {}

    /** The rows whose current version is one of these writes. */
    public static Stream<ObjectMapping> rows(StatelessSession session, Collection<WriteId> writeIds) {
        return rows(session, CURRENT, writeIds);
    }

    /** As {@link #rows}, locked in the order of their ids until the end of the transaction. */
    static Stream<ObjectMapping> locked(StatelessSession session, Collection<WriteId> writeIds) {
        return rows(session, CURRENT + "order by m.bucket, m.object_key for update of m", writeIds);
    }

    private static Stream<ObjectMapping> rows(StatelessSession session, String sql, Collection<WriteId> writeIds) {
        List<MappingRow> rows = session.createNativeQuery(sql, MappingRow.class)
                .setParameter("highs", WriteKey.highs(writeIds))
                .setParameter("lows", WriteKey.lows(writeIds))
                .getResultList();
        return MappingReader.of(session).mappings(session, rows).stream();
    }

    /** Those of these rows' writes that have, or may get, a live fragment on a server. */
    static Set<WriteId> on(ServerId server, Stream<ObjectMapping> rows) {
        return rows.filter(row -> row.live().servers().contains(server)
                        || row.destination().servers().contains(server))
                .map(ObjectMapping::writeId)
                .collect(Collectors.toCollection(HashSet::new));
    }
}
