package io.chameleon.transport.protocol;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.wire.FragmentIdP;
import io.chameleon.transport.wire.ObjectIdP;
import io.chameleon.transport.wire.PlacementP;
import io.chameleon.transport.wire.SchemeP;
import io.chameleon.transport.wire.WriteIdP;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Core's types as wire messages and back: this class has ids and placements, which all messages share, and the checks;
 * {@link ObjectWire} has objects, {@link ContentWire} their content. Messages for one purpose are in
 * {@link MappingWire}, {@link RemapWire}, {@link RepairWire}, {@link GarbageWire}, {@link GrantWire},
 * {@link BucketWire} and {@link ClusterWire}.
 *
 * <p>{@code pack} never fails. {@code unpack} trusts nothing: an invalid value is a {@link ChameleonError}
 * {@code INVALID_REQUEST} with one line that names the field. An absent message field reads as its empty default, which
 * core's constructors then check.
 */
public final class Wire {
    /** Most writes of one DELETE_FRAGMENTS; a server refuses more. */
    public static final int MOST_DELETED = 1_000;

    private Wire() {}

    // ---- names ------------------------------------------------------------------------------------------------------

    public static ObjectIdP pack(ObjectId id) {
        return ObjectIdP.newBuilder().setBucket(id.bucket()).setKey(id.key()).build();
    }

    public static ObjectId unpack(ObjectIdP id) {
        return checked(() -> new ObjectId(id.getBucket(), id.getKey()));
    }

    public static WriteIdP pack(WriteId id) {
        return WriteIdP.newBuilder().setHigh(id.high()).setLow(id.low()).build();
    }

    public static WriteId unpack(WriteIdP id) {
        return new WriteId(id.getHigh(), id.getLow());
    }

    public static List<WriteIdP> pack(Collection<WriteId> ids) {
        return ids.stream().map(Wire::pack).toList();
    }

    public static FragmentIdP pack(FragmentId id) {
        return FragmentIdP.newBuilder()
                .setWriteId(pack(id.writeId()))
                .setSegment(id.segment())
                .setIndex(id.index())
                .build();
    }

    public static FragmentId unpack(FragmentIdP id) {
        return checked(() -> new FragmentId(unpack(id.getWriteId()), id.getSegment(), id.getIndex()));
    }

    // ---- redundancy and placement -----------------------------------------------------------------------------------

    /**
     * In place of the policy EC, whose stripes are Reed-Solomon to an earlier build: it refuses this code, and never
     * decodes by another.
     */
    private static final int LOCAL = 3;

    public static SchemeP pack(RedundancyScheme scheme) {
        return SchemeP.newBuilder()
                .setPolicy(scheme.isLocal() ? LOCAL : scheme.policy().code())
                .setDataFragments(scheme.dataFragments())
                .setParityFragments(scheme.parityFragments())
                .setLocalGroups(scheme.localGroups())
                .build();
    }

    public static RedundancyScheme unpack(SchemeP scheme) {
        boolean local = scheme.getPolicy() == LOCAL;
        if (local != (scheme.getLocalGroups() != 0)) {
            throw invalid("scheme: policy " + Integer.toUnsignedString(scheme.getPolicy()) + " with "
                    + Integer.toUnsignedString(scheme.getLocalGroups()) + " local groups given, expected groups with "
                    + LOCAL + " alone");
        }
        return checked(() -> new RedundancyScheme(
                local ? RedundancyPolicy.EC : RedundancyPolicy.ofCode(scheme.getPolicy()),
                // As unsigned, so that no pair can overflow into a valid sum.
                boundedCount(scheme.getDataFragments()),
                boundedCount(scheme.getParityFragments()),
                boundedCount(scheme.getLocalGroups())));
    }

    public static PlacementP pack(Placement placement) {
        return PlacementP.newBuilder()
                .setScheme(pack(placement.scheme()))
                .addAllServers(names(placement.servers()))
                .build();
    }

    public static Placement unpack(PlacementP placement) {
        return checked(() -> new Placement(unpack(placement.getScheme()), servers(placement.getServersList())));
    }

    /** The state of that code, as in CountByStateResponse. */
    public static RedundancyState state(int code) {
        return checked(() -> RedundancyState.ofCode(code));
    }

    /** The policy of that code, as in SetBucketPolicyRequest. */
    public static RedundancyPolicy policy(int code) {
        return checked(() -> RedundancyPolicy.ofCode(code));
    }

    // ---- checks -----------------------------------------------------------------------------------------------------

    static <T> T checked(Supplier<T> unpacking) {
        try {
            return unpacking.get();
        } catch (IllegalArgumentException e) {
            throw invalid(OneLine.of(e.getMessage()));
        }
    }

    static ChameleonError invalid(String message) {
        return new ChameleonError(ErrorCode.INVALID_REQUEST, message);
    }

    static <E> E ofCode(List<E> values, int code, String what) {
        if (code < 0 || code >= values.size()) {
            throw invalid(
                    what + ": '" + Integer.toUnsignedString(code) + "' given, expected 0 to " + (values.size() - 1));
        }
        return values.get(code);
    }

    private static int boundedCount(int unsigned) {
        return unsigned < 0 ? Short.MAX_VALUE : Math.min(unsigned, Short.MAX_VALUE);
    }

    static <P, T> @Nullable T nullable(boolean present, P packed, Function<P, T> unpack) {
        return present ? unpack.apply(packed) : null;
    }

    static List<String> names(List<ServerId> servers) {
        return servers.stream().map(ServerId::value).toList();
    }

    static List<ServerId> servers(List<String> names) {
        return names.stream().map(ServerId::new).toList();
    }
}
