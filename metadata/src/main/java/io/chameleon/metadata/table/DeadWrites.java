package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.statement.FrozenBuckets;
import io.chameleon.metadata.statement.Outbox;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.StatelessSession;

/** Which of some writes have fragments on a server that are live no more, nor can become so, in one transaction. */
final class DeadWrites {
    private final StatelessSession session;
    private final ServerId server;
    private final long now;
    private final Duration grace;
    private final Duration inFlight;

    /** @param inFlight how much later than decided a commit may land */
    DeadWrites(StatelessSession session, ServerId server, long nowMillis, Duration grace, Duration inFlight) {
        this.session = session;
        this.server = server;
        this.now = nowMillis;
        this.grace = grace;
        this.inFlight = inFlight;
    }

    /** Those that are live there, or may become so. */
    Set<WriteId> live(Collection<WriteId> writeIds) {
        Set<WriteId> live = CurrentWrites.on(server, CurrentWrites.rows(session, writeIds));
        writeIds.stream().filter(this::mayBeInFlight).forEach(live::add);
        return live;
    }

    /**
     * Puts the dead into the outbox, and returns those that did not wait there.
     *
     * <p>If a write is current elsewhere, its row is locked before it is judged. Migration and repair lock it too, and
     * read the outbox after that, so the second sees what the first has done. A write that is current nowhere has no
     * row to lock, and is so old that it cannot become current any more. Most writes are live, and are not locked.
     *
     * @param onlyKnown whether only what is {@link #known} counts
     */
    Set<WriteId> condemn(Collection<WriteId> writeIds, boolean onlyKnown) {
        Set<WriteId> dead = dead(writeIds);
        List<ObjectMapping> locked = CurrentWrites.locked(session, dead).toList();
        dead.removeAll(CurrentWrites.on(server, locked.stream()));
        dead.removeAll(frozen(locked));
        retainKnown(dead, onlyKnown);
        return dead.isEmpty() ? Set.of() : Outbox.condemn(session, server, dead, now);
    }

    private Set<WriteId> dead(Collection<WriteId> writeIds) {
        Set<WriteId> dead = new HashSet<>(writeIds);
        dead.removeIf(this::mayBeInFlight);
        dead.removeAll(CurrentWrites.on(server, CurrentWrites.rows(session, dead)));
        return dead;
    }

    /** Of a bucket that is moving nothing is condemned: what is remembered of its writes has been copied, perhaps. */
    private Set<WriteId> frozen(List<ObjectMapping> rows) {
        Set<String> frozen = rows.isEmpty() ? Set.of() : FrozenBuckets.names(session);
        return rows.stream()
                .filter(row -> frozen.contains(ObjectId.userBucket(row.id().bucket())))
                .map(ObjectMapping::writeId)
                .collect(Collectors.toSet());
    }

    /**
     * The dead that do not wait in the outbox.
     *
     * @param onlyKnown whether only what is {@link #known} counts
     */
    Set<WriteId> orphans(Collection<WriteId> writeIds, boolean onlyKnown) {
        Set<WriteId> dead = dead(writeIds);
        dead.removeAll(Outbox.waiting(session, server, dead));
        retainKnown(dead, onlyKnown);
        return dead;
    }

    private void retainKnown(Set<WriteId> dead, boolean onlyKnown) {
        if (onlyKnown) {
            dead.retainAll(known(session, server, dead));
        }
    }

    /** Those of which something is here: the row of their object, or one of the outbox for this server. */
    static Set<WriteId> known(StatelessSession session, ServerId server, Collection<WriteId> writeIds) {
        Set<WriteId> known = CurrentWrites.rows(session, writeIds)
                .map(ObjectMapping::writeId)
                .collect(Collectors.toCollection(HashSet::new));
        known.addAll(Outbox.of(session, server, new HashSet<>(writeIds)));
        return known;
    }

    private boolean mayBeInFlight(WriteId writeId) {
        return !MappingRules.tooOld(writeId, now, grace.plus(inFlight))
                && !MappingRules.fromFuture(writeId, now + inFlight.toMillis());
    }
}
