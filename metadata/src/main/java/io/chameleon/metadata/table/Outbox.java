package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.StatelessSession;

/** What the outbox remembers of past writes. Rows whose time is over count as gone, whether or not they are deleted yet. */
final class Outbox {
    private Outbox() {}

    /** Which of these writes lost their place, as far as the outbox remembers at {@code nowMillis}. */
    static Set<WriteId> known(StatelessSession session, Collection<WriteId> writeIds, long nowMillis) {
        Set<WriteId> known = new HashSet<>();
        rows(session, writeIds, nowMillis).forEach(row -> known.add(row.writeId.toId()));
        return known;
    }

    /** Whether a write lost its place on one of these servers, as far as the outbox remembers at {@code nowMillis}. */
    static boolean knowsAny(StatelessSession session, WriteId writeId, List<ServerId> servers, long nowMillis) {
        return rows(session, List.of(writeId), nowMillis).stream()
                .anyMatch(row -> servers.contains(new ServerId(row.server)));
    }

    private static List<OutboxRow> rows(StatelessSession session, Collection<WriteId> writeIds, long nowMillis) {
        return session.createNativeQuery("""
                        select o.* from fragment_outbox o
                        join unnest(cast(:highs as bigint[]), cast(:lows as bigint[])) as wanted(high, low)
                          on o.write_high = wanted.high and o.write_low = wanted.low
                        where o.forget_millis is null or o.forget_millis >= :now
                        """, OutboxRow.class)
                .setParameter("highs", WriteKey.highs(writeIds))
                .setParameter("lows", WriteKey.lows(writeIds))
                .setParameter("now", nowMillis)
                .getResultList();
    }
}
