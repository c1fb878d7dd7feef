package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.metadata.statement.Outbox;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fate of earlier writes: by the outbox, then by this transaction. */
final class WriteFates {
    private final Set<WriteId> superseded = new HashSet<>();
    private final Map<WriteId, Set<ServerId>> dead = new HashMap<>();

    WriteFates(List<Outbox.Row> outbox) {
        for (Outbox.Row row : outbox) {
            if (!row.isCondemned()) {
                superseded.add(row.writeId());
            }
            dead.computeIfAbsent(row.writeId(), any -> new HashSet<>()).add(row.server());
        }
    }

    boolean isDead(Commit commit) {
        return !Collections.disjoint(
                dead.getOrDefault(commit.writeId(), Set.of()), commit.used().servers());
    }

    void refused(Commit commit) {
        dead.computeIfAbsent(commit.writeId(), any -> new HashSet<>())
                .addAll(commit.used().servers());
    }

    boolean isSuperseded(WriteId writeId) {
        return superseded.contains(writeId);
    }

    void superseded(Collection<WriteId> writeIds) {
        superseded.addAll(writeIds);
    }
}
