package io.chameleon.metadata.repair;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.table.CurrentWrites;
import io.chameleon.metadata.table.WorkingSet;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.StatelessSession;

/** Queues damaged objects for repair. */
final class DamageQueue {
    private final StatelessSession session;
    private final InstantSource clock;

    DamageQueue(StatelessSession session, InstantSource clock) {
        this.session = session;
        this.clock = clock;
    }

    /** Returns of how many objects any damage is new. */
    int add(List<Damage> damage) {
        WorkingSet rows =
                WorkingSet.lock(session, damage.stream().map(Damage::id).toList());
        long now = clock.millis();
        int changed = 0;
        for (Damage one : damage) {
            changed += rows.degrade(one, now) ? 1 : 0;
        }
        rows.flush();
        return changed;
    }

    /** As {@link #add(List)}, of fragments that a server found damaged. */
    int add(ServerId server, List<FragmentId> damaged) {
        Map<WriteId, ObjectMapping> rows = CurrentWrites.rows(
                        session,
                        damaged.stream().map(FragmentId::writeId).distinct().toList())
                .collect(Collectors.toMap(ObjectMapping::writeId, Function.identity()));
        return add(damaged.stream()
                .flatMap(fragment -> Damage.of(rows.get(fragment.writeId()), server, fragment).stream())
                .toList());
    }
}
