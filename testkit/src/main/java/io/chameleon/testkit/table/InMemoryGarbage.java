package io.chameleon.testkit.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells which writes the rows still need, and removes those they do not. Not thread-safe. */
final class InMemoryGarbage {
    private final InMemoryRows rows;

    InMemoryGarbage(InMemoryRows rows) {
        this.rows = rows;
    }

    Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds, long now) {
        Set<WriteId> asked = Set.copyOf(writeIds);
        Set<WriteId> live = new HashSet<>();
        asked.stream()
                .filter(writeId -> MappingRules.mayBecomeLive(writeId, now, rows.grace()))
                .forEach(live::add);
        for (ObjectMapping row : rows.objects().values()) {
            if (asked.contains(row.writeId())
                    && (row.live().servers().contains(server)
                            || row.destination().servers().contains(server))) {
                live.add(row.writeId());
            }
        }
        return live;
    }

    Set<WriteId> orphans(ServerId server, Collection<WriteId> writeIds, long now) {
        Set<WriteId> dead = new HashSet<>(writeIds);
        dead.removeAll(liveWrites(server, writeIds, now));
        dead.removeIf(writeId -> rows.outbox().waits(writeId, server));
        return dead;
    }

    Set<WriteId> condemn(ServerId server, Collection<WriteId> writeIds, long now) {
        rows.outbox().forget(now);
        return orphans(server, writeIds, now).stream()
                .filter(writeId -> rows.outbox().condemn(writeId, server, now))
                .collect(Collectors.toSet());
    }

    void collected(Collection<Long> garbageIds, long now) {
        rows.outbox().collected(garbageIds, now, rows.grace());
        rows.outbox().forget(now);
    }
}
