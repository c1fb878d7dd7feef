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
 * What a plan needs to know about an object.
 *
 * @param version of the row the plan is made on
 * @param degraded whether fragments are missing; repair comes first, so no plan touches it
 * @param live where the committed version is stored
 * @param next where the next write goes; equal to {@code live} in a stable state
 * @param heat of writes, {@code p_k} (Chameleon Eq. 1)
 * @param accessHeat of reads and writes alike, decayed as {@code heat} is (EDM Eq. 5); in a live cluster the same as
 *     {@code heat}, since lookups do not write rows
 * @param size bytes
 * @param segmentBytes bytes of each segment but the last
 * @param remapEpoch epoch of the last remap, 0 if none
 * @param lastWriteEpoch epoch of the last client write
 * @param lastWriteMillis time of the last client write, milliseconds since 1970
 * @param isNew whether it was {@linkplain ObjectMapping#isCreatedIn created} in the epoch that has just ended
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
        boolean isNew)
        implements Movable {
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

    /** The object of a row at the end of {@code epoch}, if reads are not counted. */
    public static Candidate of(ObjectMapping row, long epoch) {
        return of(row, epoch, row.heat(epoch));
    }

    /** The object of a row at the end of {@code epoch}. */
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
                row.modifiedMillis(),
                row.isCreatedIn(epoch));
    }

    /**
     * The policy that the object has, or will have after its next write; an EWO state counts as its base policy
     * (reading 9).
     */
    public RedundancyPolicy policy() {
        return state.nextPolicy();
    }

    /**
     * Flash pages that fragment {@code index} takes over all segments, which is also what a whole write writes there; 0
     * for segments in which it is padding. No fragment takes more than the first.
     */
    public long pages(RedundancyScheme scheme, int index, int pageBytes) {
        return scheme.fragmentPages(index, size, segmentBytes, pageBytes);
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

    @Override
    public double pagesPerWrite(RedundancyScheme scheme, int index, int pageBytes) {
        return pages(scheme, index, pageBytes);
    }

    @Override
    public int nameHash() {
        return id.hashCode();
    }

    /** The servers of a placement that hold some of the object: servers of padding hold nothing that could be moved. */
    @Override
    public List<ServerId> holders(Placement placement) {
        RedundancyScheme scheme = placement.scheme();
        if (size > 0 && scheme.storedFragments(longestSegment()) == scheme.width()) {
            return placement.servers();
        }
        return IntStream.range(0, scheme.width())
                .filter(index -> holds(scheme, index))
                .mapToObj(placement.servers()::get)
                .toList();
    }

    /** Whether fragment {@code index} holds some of the object. */
    public boolean holds(RedundancyScheme scheme, int index) {
        return size > 0 && !scheme.isPadding(index, longestSegment());
    }

    private int longestSegment() {
        return (int) Math.min(size, segmentBytes);
    }

    private long overSegments(IntToLongFunction ofSegment) {
        long whole = size / segmentBytes;
        int rest = (int) (size % segmentBytes);
        return (whole == 0 ? 0 : whole * ofSegment.applyAsLong(segmentBytes))
                + (rest == 0 ? 0 : ofSegment.applyAsLong(rest));
    }

    /** Epochs since its last write or remap. */
    public long idleEpochs(long epoch) {
        return epoch - Math.max(remapEpoch, lastWriteEpoch);
    }
}
