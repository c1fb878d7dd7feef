package io.chameleon.policy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

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
 * @param isNew whether it was created in the epoch that has just ended, as far as anybody knows when that began
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
        long lastWriteMillis,
        boolean isNew) {
    /** When an epoch began, where nobody knows: then no object is known to be new. */
    public static final long UNKNOWN_BEGIN = Long.MAX_VALUE;

    /** One that is not new. */
    public Candidate(
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
        this(
                id,
                version,
                state,
                degraded,
                live,
                next,
                heat,
                accessHeat,
                size,
                segmentBytes,
                remapEpoch,
                lastWriteEpoch,
                lastWriteMillis,
                false);
    }

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

    /**
     * The object of a row as it is at the end of {@code epoch}, which began at {@code beganMillis} by the clock that dates rows, as well as
     * anybody knows; {@link #UNKNOWN_BEGIN} if nobody does.
     */
    public static Candidate of(ObjectMapping row, long epoch, long beganMillis) {
        Candidate known = of(row, epoch);
        boolean isNew = row.remapEpoch() == 0 && row.lastWriteEpoch() == epoch && row.createdMillis() >= beganMillis;
        return new Candidate(
                known.id,
                known.version,
                known.state,
                known.degraded,
                known.live,
                known.next,
                known.heat,
                known.accessHeat,
                known.size,
                known.segmentBytes,
                known.remapEpoch,
                known.lastWriteEpoch,
                known.lastWriteMillis,
                isNew);
    }

    /** The policy the object is, or after its next write will be, under; an EWO state counts as its base (reading 9). */
    public RedundancyPolicy policy() {
        return state.nextPolicy();
    }

    /**
     * Flash pages that fragment {@code index} takes over all segments, which is also what a whole write writes there; none of a
     * segment of which it is padding. No fragment takes more than the first.
     */
    public long pages(RedundancyScheme scheme, int index, int pageBytes) {
        return overSegments(bytes -> scheme.fragmentPages(index, bytes, pageBytes));
    }

    /** Flash pages that all fragments take over all segments. */
    public long pages(RedundancyScheme scheme, int pageBytes) {
        return overSegments(bytes -> scheme.segmentPages(bytes, pageBytes));
    }

    /** Flash pages the object takes on a server under a placement, 0 if that does not name the server. */
    public long pagesOn(ServerId server, Placement placement, int pageBytes) {
        int index = placement.servers().indexOf(server);
        return index < 0 ? 0 : pages(placement.scheme(), index, pageBytes);
    }

    /** Fragments of all segments that a server with fragment {@code index} holds. */
    public long fragments(RedundancyScheme scheme, int index) {
        return overSegments(bytes -> scheme.isPadding(index, bytes) ? 0 : 1);
    }

    /** The servers of a placement that hold some of the object: those of padding hold nothing that could be moved. */
    public List<ServerId> holders(Placement placement) {
        if (size == 0) {
            return List.of();
        }
        RedundancyScheme scheme = placement.scheme();
        int longest = (int) Math.min(size, segmentBytes);
        if (scheme.storedFragments(longest) == scheme.width()) {
            return placement.servers();
        }
        return IntStream.range(0, scheme.width())
                .filter(index -> !scheme.isPadding(index, longest))
                .mapToObj(placement.servers()::get)
                .toList();
    }

    private long overSegments(IntToLongFunction ofSegment) {
        long whole = size / segmentBytes;
        int rest = (int) (size % segmentBytes);
        return (whole == 0 ? 0 : whole * ofSegment.applyAsLong(segmentBytes))
                + (rest == 0 ? 0 : ofSegment.applyAsLong(rest));
    }

    /** Epochs since anything happened to it. */
    public long idleEpochs(long epoch) {
        return epoch - Math.max(remapEpoch, lastWriteEpoch);
    }
}
