package io.chameleon.client;

import io.chameleon.client.internal.write.CopyCalls;
import io.chameleon.client.internal.write.ObjectWriter;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.version.VersionId;

/**
 * A write that is durable and committed.
 *
 * @param entityTag names this version; for {@link PutOptions#ifMatch}
 * @param state redundancy state after the commit
 * @param degraded whether some fragments could not be stored; their repair is queued
 * @param used servers that hold the fragments, fragment {@code i} on server {@code i}
 * @param versioned whether the bucket kept versions at that moment, as far as the answer tells: if another write has
 *     replaced this one already, whether it did then
 */
public record PutResult(
        ObjectId id,
        String entityTag,
        long size,
        RedundancyState state,
        boolean degraded,
        Placement used,
        boolean versioned) {

    static PutResult of(ObjectId id, ObjectWriter.Written written) {
        Commit commit = written.commit();
        ObjectContent content = commit.content();
        return of(id, commit.writeId(), content, written.degraded(), commit.used(), written.result());
    }

    static PutResult of(ObjectId id, CopyCalls.Copied copied) {
        ObjectMapping from = copied.from();
        return of(id, copied.copy().made(), from.content(), false, from.live(), copied.result());
    }

    private static PutResult of(
            ObjectId id, WriteId made, ObjectContent content, boolean degraded, Placement used, CommitResult result) {
        ObjectMapping row = result.current();
        RedundancyState state = row != null ? row.state() : RedundancyState.stable(used.policy());
        boolean versioned = row != null && row.versioned();
        return new PutResult(id, made.toString(), content.size(), state, degraded, used, versioned);
    }

    /** Names this version, if its bucket keeps versions. */
    public VersionId versionId() {
        return VersionId.of(WriteId.parse(entityTag), versioned);
    }
}
