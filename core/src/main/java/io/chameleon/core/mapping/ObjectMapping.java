package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.redundancy.WriteHeat;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The row of one object in the mapping table (Chameleon III-C, Fig. 3; docs/internals/metadata.md, "The tables").
 *
 * @param writeId names the fragments of the committed version
 * @param source where the committed version lives while the state is intermediate; null in a stable state
 * @param destination where the next write goes; in a stable state also where the committed version lives
 * @param degraded whether some fragments of the committed version are missing and queued for repair
 * @param remapEpoch epoch of the last remap, 0 if none
 * @param heatScore see {@link WriteHeat}
 * @param lastWriteEpoch epoch of the last client write
 * @param createdEpoch epoch of the first client write; 0 if that is not known, since epochs count from 1
 * @param version rises by one with each change of the row, from a number that differs between an object and a later one
 *     of the same name
 * @param versioned whether it was written while its bucket kept versions. Of each key at most one version was not: the
 *     one that S3 calls null
 * @param versionOf the key of the object that this is a former version of; "" if it is none: an object, a chunk, a part
 */
@RecordBuilder
public record ObjectMapping(
        ObjectId id,
        WriteId writeId,
        ObjectContent content,
        RedundancyState state,
        @Nullable Placement source,
        Placement destination,
        boolean degraded,
        long remapEpoch,
        double heatScore,
        long lastWriteEpoch,
        long createdEpoch,
        long createdMillis,
        long modifiedMillis,
        long version,
        boolean versioned,
        String versionOf)
        implements ObjectMappingBuilder.With {

    public ObjectMapping {
        boolean consistent = state.isIntermediate() == (source != null)
                && destination.policy() == state.nextPolicy()
                && (source == null || source.policy() == state.livePolicy());
        if (!consistent) { // no texts for valid rows: every request has one
            Require.that(
                    false,
                    "mapping of " + id,
                    state + " " + source + " -> " + destination,
                    "a source exactly in an intermediate state, and the policies of the state");
        }
    }

    /** Where the committed version lives: the source in an intermediate state, the destination in a stable one. */
    public Placement live() {
        Placement from = source;
        return from != null ? from : destination;
    }

    /** What it is stored for: the object that it is a version of, or else itself. */
    public ObjectId object() {
        return versionOf.isEmpty() ? id : new ObjectId(ObjectId.userBucket(id.bucket()), versionOf);
    }

    public double heat(long epoch) {
        return WriteHeat.heat(heatScore, epoch);
    }

    /** Whether the object was created in that epoch, so that its heat says too little to judge it by. */
    public boolean isCreatedIn(long epoch) {
        return createdEpoch == epoch;
    }

    /** What to tell the flash device of the object's next version: whether it is likely to be overwritten soon. */
    public WriteHint hint() {
        return WriteHeat.isRewrittenSoon(heatScore, lastWriteEpoch) ? WriteHint.HOT : WriteHint.COLD;
    }
}
