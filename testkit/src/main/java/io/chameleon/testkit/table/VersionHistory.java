package io.chameleon.testkit.table;

import static java.util.Objects.requireNonNull;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.VersionId;
import io.chameleon.testkit.table.VersionRows.Former;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Moves versions out of and into the row of their key. Not thread-safe. */
final class VersionHistory {
    private final InMemoryRows rows;
    private final InMemoryRepairs repairs;

    VersionHistory(InMemoryRows rows, InMemoryRepairs repairs) {
        this.rows = rows;
        this.repairs = repairs;
    }

    /**
     * Before a write or a delete marker takes the place of the current version: keeps that one, if the bucket does so,
     * and drops a former one called null, if the new one will be called so.
     *
     * @return whether the current row was kept: it has left its key
     */
    boolean makeRoom(ObjectId object, @Nullable ObjectMapping before, Versioning versioning, long now) {
        boolean keeps = before != null && versioning.keeps(before.versioned());
        if (before == null) {
            rows.versions().supersede(object, now);
        } else if (keeps) {
            ObjectMapping kept = MappingRules.kept(before);
            rename(before, kept);
            rows.components().kept(kept.id());
            rows.versions().add(object, Former.of(before, now));
        }
        Former former = rows.versions().find(object, VersionId.NULL);
        if (versioning == Versioning.SUSPENDED && former != null) {
            remove(object, former);
        }
        return keeps;
    }

    /** Deletes a former version or a marker. */
    void remove(ObjectId object, Former former) {
        rows.versions().remove(object, former);
        if (!former.marker()) {
            rows.components().release(object.bucket(), List.of(former.contentId()));
        }
    }

    /** If a key has no row, and its newest version is no marker: that version gets the row. */
    void restoreNewest(ObjectId object, long now) {
        Former newest = rows.versions().newest(object);
        if (newest != null && !newest.marker() && !rows.objects().containsKey(object)) {
            ObjectMapping kept = row(object, newest);
            ObjectMapping restored = MappingRules.restored(kept, object);
            rename(kept, restored);
            rows.log().drop(kept.id());
            rows.components().restored(kept.id());
            rows.versions().remove(object, newest);
            queueLost(restored, now);
        }
    }

    /** A walk over a lost server's objects may have passed the name that the row now has. */
    void queueLost(ObjectMapping row, long now) {
        List<ServerId> servers = row.live().servers();
        for (ServerId server : servers) {
            boolean lost = rows.repairs().evacuationsOf(server).stream()
                    .anyMatch(walk -> walk.queues() && row.writeId().epochMillis() < walk.sinceMillis());
            int index = servers.indexOf(server);
            if (lost && row.content().isStored(row.live().scheme(), index)) {
                boolean unused = repairs.degrade(new Damage(row.id(), row.writeId(), List.of(index)), now);
            }
        }
    }

    /** The row of a former version, under its component's name. */
    ObjectMapping row(ObjectId object, Former kept) {
        return requireNonNull(rows.objects().get(Components.id(object.bucket(), kept.contentId())));
    }

    /** Whether a write to an object was committed earlier and is not current: it is kept, or waits to be swept. */
    boolean knows(Commit commit) {
        ObjectId id = commit.id();
        return !ObjectId.isInternal(id.bucket())
                && rows.objects().containsKey(Components.id(id.bucket(), commit.writeId()));
    }

    /** The bytes of a version become a component, to which others can refer. */
    void share(ObjectMapping version, WriteId rowId, long now) {
        MappingRules.Shared shared = MappingRules.shared(version, rowId);
        rename(version, shared.bytes());
        rows.objects().put(version.id(), shared.version());
        rows.components().shared(shared.bytes().id());
        queueLost(shared.bytes(), now);
    }

    private void rename(ObjectMapping from, ObjectMapping to) {
        rows.objects().remove(from.id());
        rows.objects().put(to.id(), to);
        rows.repairs().rename(from.id(), to.id());
    }
}
