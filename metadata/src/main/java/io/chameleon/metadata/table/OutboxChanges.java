package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.statement.OutboxEntries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.hibernate.StatelessSession;

/** What one transaction puts into the outbox. */
final class OutboxChanges {
    private final List<OutboxEntries.Entry> superseded = new ArrayList<>();
    private final List<OutboxEntries.DeadWrite> dead = new ArrayList<>();
    private final List<OutboxEntries.Entry> condemned = new ArrayList<>();

    /** Of a write that may be live elsewhere. */
    void superseded(ObjectMapping row, Collection<ServerId> servers, long nowMillis) {
        add(superseded, row.id(), row.writeId(), servers, nowMillis);
    }

    /** A write that is live nowhere any more. */
    void dead(ObjectMapping row, List<ServerId> servers, long nowMillis) {
        dead.add(new OutboxEntries.DeadWrite(
                row.writeId(), servers, nowMillis, ObjectId.userBucket(row.id().bucket())));
    }

    /** Of a write that was never live. */
    void condemned(ObjectId id, WriteId writeId, Collection<ServerId> servers, long nowMillis) {
        add(condemned, id, writeId, servers, nowMillis);
    }

    private static void add(
            List<OutboxEntries.Entry> to, ObjectId id, WriteId writeId, Collection<ServerId> servers, long nowMillis) {
        String bucket = ObjectId.userBucket(id.bucket());
        servers.forEach(server -> to.add(new OutboxEntries.Entry(writeId, server, nowMillis, bucket)));
    }

    void flush(StatelessSession session) {
        OutboxEntries.add(session, superseded, false);
        OutboxEntries.addWrites(session, dead);
        OutboxEntries.add(session, condemned, true);
    }
}
