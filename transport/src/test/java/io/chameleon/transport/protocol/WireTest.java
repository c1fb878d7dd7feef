package io.chameleon.transport.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.rpc.Samples;
import io.chameleon.transport.wire.BalancerEpochP;
import io.chameleon.transport.wire.ClusterViewResponse;
import io.chameleon.transport.wire.CommitRequest;
import io.chameleon.transport.wire.CommitResponse;
import io.chameleon.transport.wire.ConditionP;
import io.chameleon.transport.wire.ContentP;
import io.chameleon.transport.wire.DeleteObjectResponse;
import io.chameleon.transport.wire.EpochLogEntryP;
import io.chameleon.transport.wire.FragmentIdP;
import io.chameleon.transport.wire.GarbageP;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.ListObjectsResponse;
import io.chameleon.transport.wire.LookupResponse;
import io.chameleon.transport.wire.MappingP;
import io.chameleon.transport.wire.MigrateRequest;
import io.chameleon.transport.wire.ObjectIdP;
import io.chameleon.transport.wire.OpenPlanResponse;
import io.chameleon.transport.wire.PlacementP;
import io.chameleon.transport.wire.RemapP;
import io.chameleon.transport.wire.ReportDamageRequest;
import io.chameleon.transport.wire.SchemeP;
import io.chameleon.transport.wire.ServerP;
import io.chameleon.transport.wire.StorePlanRequest;
import io.chameleon.transport.wire.WearReportP;
import io.chameleon.transport.wire.WriteIdP;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WireTest {
    private static final int SEEDS = 300;

    /** One core type with its two conversions. */
    private record Pair<T, P extends MessageLite>(
            String name, Function<Samples, T> sample, Function<T, P> pack, Function<P, T> unpack, P empty) {
        T thereAndBack(T value) throws InvalidProtocolBufferException {
            return unpack.apply(parse(pack.apply(value).toByteArray()));
        }

        @SuppressWarnings("unchecked")
        P parse(byte[] bytes) throws InvalidProtocolBufferException {
            return (P) empty.getParserForType().parseFrom(bytes);
        }
    }

    private static final long FENCE = 3;

    private static final List<Pair<?, ?>> PAIRS = List.of(
            new Pair<>("ObjectId", Samples::objectId, Wire::pack, Wire::unpack, ObjectIdP.getDefaultInstance()),
            new Pair<>("WriteId", Samples::writeId, Wire::pack, Wire::unpack, WriteIdP.getDefaultInstance()),
            new Pair<>("FragmentId", Samples::fragmentId, Wire::pack, Wire::unpack, FragmentIdP.getDefaultInstance()),
            new Pair<>("Scheme", Samples::scheme, Wire::pack, Wire::unpack, SchemeP.getDefaultInstance()),
            new Pair<>("Placement", Samples::placement, Wire::pack, Wire::unpack, PlacementP.getDefaultInstance()),
            new Pair<>(
                    "Content", Samples::content, ContentWire::pack, ContentWire::unpack, ContentP.getDefaultInstance()),
            new Pair<>(
                    "Mapping", Samples::mapping, ObjectWire::pack, ObjectWire::unpack, MappingP.getDefaultInstance()),
            new Pair<>(
                    "ServerInfo",
                    Samples::serverInfo,
                    ClusterWire::pack,
                    ClusterWire::unpack,
                    ServerP.getDefaultInstance()),
            new Pair<>(
                    "Condition",
                    Samples::condition,
                    ConditionWire::pack,
                    ConditionWire::unpack,
                    ConditionP.getDefaultInstance()),
            new Pair<>(
                    "Commit",
                    Samples::commit,
                    MappingWire::pack,
                    MappingWire::unpack,
                    CommitRequest.getDefaultInstance()),
            new Pair<>(
                    "CommitResult",
                    Samples::commitResult,
                    MappingWire::pack,
                    MappingWire::unpack,
                    CommitResponse.getDefaultInstance()),
            new Pair<>(
                    "Lookup",
                    Samples::lookup,
                    MappingWire::pack,
                    MappingWire::unpack,
                    LookupResponse.getDefaultInstance()),
            new Pair<>(
                    "DeleteResult",
                    Samples::deleteResult,
                    MappingWire::pack,
                    MappingWire::unpack,
                    DeleteObjectResponse.getDefaultInstance()),
            new Pair<>(
                    "ListQuery",
                    Samples::listQuery,
                    ListingWire::pack,
                    ListingWire::unpack,
                    ListObjectsRequest.getDefaultInstance()),
            new Pair<>(
                    "ObjectPage",
                    Samples::objectPage,
                    ListingWire::pack,
                    ListingWire::unpack,
                    ListObjectsResponse.getDefaultInstance()),
            new Pair<>(
                    "EpochLogEntry",
                    Samples::epochLogEntry,
                    ListingWire::pack,
                    ListingWire::unpack,
                    EpochLogEntryP.getDefaultInstance()),
            new Pair<>(
                    "Damage",
                    Samples::damage,
                    RepairWire::pack,
                    RepairWire::unpack,
                    ReportDamageRequest.getDefaultInstance()),
            new Pair<>(
                    "ClusterView",
                    Samples::clusterView,
                    ClusterWire::pack,
                    ClusterWire::unpack,
                    ClusterViewResponse.getDefaultInstance()),
            new Pair<>(
                    "BalancerEpoch",
                    Samples::balancerEpoch,
                    RemapWire::pack,
                    RemapWire::unpack,
                    BalancerEpochP.getDefaultInstance()),
            new Pair<>("Remap", Samples::remap, RemapWire::pack, RemapWire::unpack, RemapP.getDefaultInstance()),
            new Pair<>(
                    "StoredPlan to store",
                    Samples::storedPlan,
                    (StoredPlan plan) -> RemapWire.pack(FENCE, plan),
                    (StorePlanRequest packed) -> RemapWire.unpack(packed),
                    StorePlanRequest.getDefaultInstance()),
            new Pair<>(
                    "open StoredPlan",
                    samples -> Optional.of(samples.storedPlan()),
                    (Optional<StoredPlan> plan) -> RemapWire.pack(plan),
                    (OpenPlanResponse packed) -> RemapWire.unpack(packed),
                    OpenPlanResponse.getDefaultInstance()),
            new Pair<>(
                    "Migration",
                    Samples::migration,
                    migration -> RemapWire.pack(FENCE, migration),
                    (MigrateRequest packed) -> RemapWire.unpack(packed),
                    MigrateRequest.getDefaultInstance()),
            new Pair<>(
                    "Garbage", Samples::garbage, GarbageWire::pack, GarbageWire::unpack, GarbageP.getDefaultInstance()),
            new Pair<>(
                    "WearReport",
                    Samples::wearReport,
                    ClusterWire::pack,
                    ClusterWire::unpack,
                    WearReportP.getDefaultInstance()));

    @TestFactory
    List<DynamicTest> everyType_packedAndUnpacked_isTheSameValue() {
        return PAIRS.stream()
                .map(pair -> DynamicTest.dynamicTest(pair.name(), () -> assertRoundTrips(pair)))
                .toList();
    }

    private static <T, P extends MessageLite> void assertRoundTrips(Pair<T, P> pair) throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            T value = pair.sample().apply(new Samples(seed));
            assertThat(pair.thereAndBack(value)).as("seed %d", seed).isEqualTo(value);
        }
    }

    /** Whatever parses as protobuf is either a valid value or an INVALID_REQUEST of one line. */
    @TestFactory
    List<DynamicTest> everyType_fromMutatedBytes_isValidOrRefused() {
        return PAIRS.stream()
                .map(pair -> DynamicTest.dynamicTest(pair.name(), () -> assertRobust(pair)))
                .toList();
    }

    private static <T, P extends MessageLite> void assertRobust(Pair<T, P> pair) throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            byte[] bytes =
                    pair.pack().apply(pair.sample().apply(new Samples(seed))).toByteArray();
            for (int i = 0; i < 20 && bytes.length > 0; i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                try {
                    T value = pair.unpack().apply(pair.parse(bytes));
                    assertThat(pair.thereAndBack(value)).as("seed %d", seed).isEqualTo(value);
                } catch (InvalidProtocolBufferException e) {
                    break;
                } catch (ChameleonError e) {
                    assertThat(e.code()).as("seed %d", seed).isEqualTo(ErrorCode.INVALID_REQUEST);
                    assertThat(String.valueOf(e.getMessage()))
                            .doesNotContain("\n")
                            .hasSizeLessThan(1100);
                }
            }
        }
    }

    @Test
    void codes_ofEnums_areThoseOfTheProtocol() {
        assertThat(List.of(CommitResult.Status.values()))
                .extracting(status ->
                        MappingWire.pack(new CommitResult(status, null)).getStatus())
                .containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(List.of(DeleteResult.values()))
                .extracting(result -> MappingWire.pack(result).getResult())
                .containsExactly(0, 1, 2);
        assertThat(List.of(ServerInfo.Status.values()))
                .extracting(
                        status -> ClusterWire.pack(new Samples(1).serverInfo().with(status))
                                .getStatus())
                .as("a server that is read-only is draining to earlier releases")
                .containsExactly(0, 1, 1, 2);
        assertThat(List.of(ServerInfo.Status.values()))
                .extracting(status -> ClusterWire.unpack(
                                ClusterWire.pack(new Samples(1).serverInfo().with(status)))
                        .status())
                .containsExactly(ServerInfo.Status.values());
        assertThat(List.of(Remap.Outcome.values())).extracting(RemapWire::code).containsExactly(0, 1, 2, 3);
        assertThat(List.of(0, 1, 2, 3)).extracting(RemapWire::outcome).containsExactly(Remap.Outcome.values());
        assertThat(Wire.state(3)).isEqualTo(RedundancyState.LATE_REP);
        assertThat(Wire.policy(2)).isEqualTo(RedundancyPolicy.EC);
    }

    @Test
    void malformedMessages_unpacked_nameTheFieldInOneLine() {
        assertRefused(
                () -> Wire.unpack(
                        ObjectIdP.newBuilder().setBucket("UP").setKey("k").build()),
                "bucket: 'UP'");
        assertRefused(
                () -> Wire.unpack(
                        ObjectIdP.newBuilder().setBucket("a\nb").setKey("k").build()),
                "bucket: 'a?b'");
        assertRefused(() -> Wire.unpack(FragmentIdP.newBuilder().setIndex(256).build()), "fragment index: '256'");
        assertRefused(() -> Wire.unpack(FragmentIdP.newBuilder().setSegment(-1).build()), "segment: '-1'");
        assertRefused(() -> Wire.unpack(SchemeP.newBuilder().setPolicy(9).build()), "policy code: '9'");
        // To an earlier build 2 is a Reed-Solomon code: groups never come with it.
        assertRefused(
                () -> Wire.unpack(SchemeP.newBuilder()
                        .setPolicy(2)
                        .setDataFragments(12)
                        .setParityFragments(4)
                        .setLocalGroups(2)
                        .build()),
                "scheme: policy 2 with 2 local groups");
        assertRefused(
                () -> Wire.unpack(SchemeP.newBuilder()
                        .setPolicy(3)
                        .setDataFragments(12)
                        .setParityFragments(4)
                        .build()),
                "scheme: policy 3 with 0 local groups");
        assertRefused(
                () -> Wire.unpack(SchemeP.newBuilder()
                        .setPolicy(3)
                        .setDataFragments(12)
                        .setParityFragments(4)
                        .setLocalGroups(5)
                        .build()),
                "LRC(12+5+-1)");
        // 2^31 - 1 + 2^31 - 1 would overflow to -2 and pass as narrow.
        assertRefused(
                () -> Wire.unpack(SchemeP.newBuilder()
                        .setPolicy(2)
                        .setDataFragments(Integer.MAX_VALUE)
                        .setParityFragments(Integer.MAX_VALUE)
                        .build()),
                "redundancy scheme");
        assertRefused(
                () -> MappingWire.unpack(
                        CommitResponse.newBuilder().setStatus(6).build()),
                "commit status: '6'");
        assertRefused(
                () -> MappingWire.unpack(
                        DeleteObjectResponse.newBuilder().setResult(-1).build()),
                "delete result: '4294967295'");
        assertRefused(
                () -> ConditionWire.unpack(ConditionP.newBuilder()
                        .setIfAbsent(true)
                        .setIfMatch(WriteIdP.getDefaultInstance())
                        .build()),
                "condition");
        assertRefused(
                () -> RepairWire.unpack(RepairWire.pack(new Samples(1).damage()).toBuilder()
                        .addMissing(FragmentId.MAX_INDEX + 1)
                        .build()),
                "missing fragments");
        assertRefused(() -> ObjectWire.unpack(MappingP.getDefaultInstance()), "bucket: ''");
        assertRefused(() -> RemapWire.outcome(7), "remap outcome: '7'");
        assertRefused(() -> Wire.state(0), "redundancy state code: '0'");
    }

    @Test
    void longText_inAnError_isCut() {
        String bucket = "x".repeat(1 << 20);

        assertThatThrownBy(() -> Wire.unpack(
                        ObjectIdP.newBuilder().setBucket(bucket).setKey("k").build()))
                .satisfies(e -> assertThat(String.valueOf(e.getMessage())).hasSizeLessThanOrEqualTo(500));
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable unpack, String text) {
        assertThatThrownBy(unpack)
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageContaining(text)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }
}
