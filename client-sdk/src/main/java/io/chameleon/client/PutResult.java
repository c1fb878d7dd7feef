package io.chameleon.client;

import io.chameleon.client.internal.write.CopyCalls;
import io.chameleon.client.internal.write.ObjectWriter;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
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
        ObjectMapping row = written.result().current();
        RedundancyState state =
                row != null ? row.state() : RedundancyState.stable(commit.used().policy());
        return new PutResult(
                id,
                commit.writeId().toString(),
                commit.content().size(),
                state,
                written.degraded(),
                commit.used(),
                row != null && row.versioned());
    }

    static PutResult of(ObjectId id, CopyCalls.Copied copied) {
        ObjectMapping row = copied.result().current();
        Placement used = copied.from().live();
        return new PutResult(
                id,
                copied.copy().made().toString(),
                copied.from().content().size(),
                row != null ? row.state() : RedundancyState.stable(used.policy()),
                false,
                used,
                row != null && row.versioned());
    }

    /** Names this version, if its bucket keeps versions. */
    public VersionId versionId() {
        return VersionId.of(WriteId.parse(entityTag), versioned);
    }
}
