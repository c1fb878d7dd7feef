package io.chameleon.policy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;

/**
 * What a plan needs to know of an object.
 *
 * @param version of the row the plan is made on
 * @param degraded whether fragments are missing: repair comes first, no plan touches it
 * @param live where the committed version is
 * @param next where the next write goes; equal to {@code live} in a stable state
 * @param heat of writes, {@code p_k} (Chameleon Eq. 1)
 * @param accessHeat of reads and writes alike, decayed as {@code heat} is (EDM Eq. 5); in a live cluster the same as {@code heat},
 *     since lookups do not write rows
 * @param size bytes
 * @param segmentBytes bytes of each segment but the last
 * @param remapEpoch epoch of the last remap, 0 if none
 * @param lastWriteEpoch epoch of the last client write
 * @param lastWriteMillis time of the last client write, milliseconds since 1970
 */
public record Candidate(
        ObjectId id,
        long version,
        RedundancyState state,
        boolean degraded,
        Placement live,
        Placement next,
        double heat,
        double accessHeat,
        long size,
        int segmentBytes,
        long remapEpoch,
        long lastWriteEpoch,
        long lastWriteMillis) {

    /** The object of a row as it is at the end of {@code epoch}, where nobody counts reads. */
    public static Candidate of(ObjectMapping row, long epoch) {
        return of(row, epoch, row.heat(epoch));
    }

    /** The object of a row as it is at the end of {@code epoch}. */
    public static Candidate of(ObjectMapping row, long epoch, double accessHeat) {
        return new Candidate(
                row.id(),
                row.version(),
                row.state(),
                row.degraded(),
                row.live(),
                row.destination(),
                row.heat(epoch),
                accessHeat,
                row.content().size(),
                row.content().segmentBytes(),
                row.remapEpoch(),
                row.lastWriteEpoch(),
                row.modifiedMillis());
    }

    /** The policy the object is, or after its next write will be, under; an EWO state counts as its base (reading 9). */
    public RedundancyPolicy policy() {
        return state.nextPolicy();
    }

    public long segments() {
        return (size + segmentBytes - 1) / segmentBytes;
    }

    /** Flash pages that one fragment index takes over all segments, which is also what a whole write writes there. */
    public long pagesPerServer(RedundancyScheme scheme, int pageBytes) {
        long whole = size / segmentBytes;
        int rest = (int) (size % segmentBytes);
        return whole * pages(scheme, segmentBytes, pageBytes) + (rest == 0 ? 0 : pages(scheme, rest, pageBytes));
    }

    private static long pages(RedundancyScheme scheme, int segment, int pageBytes) {
        return (scheme.fragmentBytes(segment) + (long) pageBytes - 1) / pageBytes;
    }

    /** Epochs since anything happened to it. */
    public long idleEpochs(long epoch) {
        return epoch - Math.max(remapEpoch, lastWriteEpoch);
    }

    /**
     * Whether it was created in {@code epoch}. Rows keep no epoch of creation, but a row that was never remapped has as many
     * versions as writes, and its heat reaches that number only if no write has aged.
     */
    public boolean isCreatedIn(long epoch) {
        return remapEpoch == 0 && lastWriteEpoch == epoch && heat > version - 0.5;
    }
}
