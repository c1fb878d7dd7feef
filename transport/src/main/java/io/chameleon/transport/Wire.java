package io.chameleon.transport;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.BalancerEpoch;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.DeleteResult;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.Garbage;
import io.chameleon.core.mapping.ListQuery;
import io.chameleon.core.mapping.Lookup;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.ObjectPage;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.StoredPlan;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.wear.WearReport;
import io.chameleon.transport.wire.BalancerEpochP;
import io.chameleon.transport.wire.ClusterViewResponse;
import io.chameleon.transport.wire.CommitRequest;
import io.chameleon.transport.wire.CommitResponse;
import io.chameleon.transport.wire.ConditionP;
import io.chameleon.transport.wire.ContentP;
import io.chameleon.transport.wire.DeleteObjectResponse;
import io.chameleon.transport.wire.DiscardChunksRequest;
import io.chameleon.transport.wire.EpochLogEntryP;
import io.chameleon.transport.wire.FragmentIdP;
import io.chameleon.transport.wire.GarbageP;
import io.chameleon.transport.wire.GrantP;
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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Core's types as wire messages and back.
 *
 * <p>{@code pack} never fails. {@code unpack} believes nothing: whatever makes no valid value of core is a
 * {@link ChameleonError} {@code INVALID_REQUEST} with one line that names the field. An absent message field reads as its
 * empty default, which the constructors in core then judge.
 */
public final class Wire {
    /** Position is the code on the wire: append only. */
    private static final List<CommitResult.Status> COMMIT_STATUS = List.of(
            CommitResult.Status.COMMITTED,
            CommitResult.Status.SUPERSEDED,
            CommitResult.Status.PRECONDITION_FAILED,
            CommitResult.Status.TOO_OLD);

    private static final List<DeleteResult> DELETE_RESULT =
            List.of(DeleteResult.DELETED, DeleteResult.NOT_FOUND, DeleteResult.PRECONDITION_FAILED);
    private static final List<ServerInfo.Status> SERVER_STATUS =
            List.of(ServerInfo.Status.UP, ServerInfo.Status.DRAINING, ServerInfo.Status.DOWN);
    private static final List<Remap.Outcome> REMAP_OUTCOME =
            List.of(Remap.Outcome.APPLIED, Remap.Outcome.ALREADY_APPLIED, Remap.Outcome.STALE, Remap.Outcome.GONE);

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

    public static SchemeP pack(RedundancyScheme scheme) {
        return SchemeP.newBuilder()
                .setPolicy(scheme.policy().code())
                .setDataFragments(scheme.dataFragments())
                .setParityFragments(scheme.parityFragments())
                .build();
    }

    public static RedundancyScheme unpack(SchemeP scheme) {
        return checked(() -> new RedundancyScheme(
                RedundancyPolicy.ofCode(scheme.getPolicy()),
                // As unsigned, so that no pair of them can overflow into a valid sum.
                boundedCount(scheme.getDataFragments()),
                boundedCount(scheme.getParityFragments())));
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

    // ---- objects ----------------------------------------------------------------------------------------------------

    public static ContentP pack(ObjectContent content) {
        return ContentP.newBuilder()
                .setContentId(pack(content.contentId()))
                .setSize(content.size())
                .setSegmentBytes(content.segmentBytes())
                .setChunkBytes(content.chunkBytes())
                .setCrc32C(content.crc32c())
                .setContentType(content.contentType())
                .putAllUserMetadata(content.userMetadata())
                .build();
    }

    public static ObjectContent unpack(ContentP content) {
        return checked(() -> new ObjectContent(
                unpack(content.getContentId()),
                content.getSize(),
                content.getSegmentBytes(),
                content.getChunkBytes(),
                content.getCrc32C(),
                content.getContentType(),
                content.getUserMetadataMap()));
    }

    public static DiscardChunksRequest pack(ChunkUpload.Key upload) {
        return DiscardChunksRequest.newBuilder()
                .setBucket(upload.bucket())
                .setContentId(pack(upload.contentId()))
                .build();
    }

    public static ChunkUpload.Key unpack(DiscardChunksRequest request) {
        return checked(() -> {
            ObjectId.requireBucket(request.getBucket());
            return new ChunkUpload.Key(request.getBucket(), unpack(request.getContentId()));
        });
    }

    public static MappingP pack(ObjectMapping mapping) {
        MappingP.Builder packed = MappingP.newBuilder()
                .setId(pack(mapping.id()))
                .setWriteId(pack(mapping.writeId()))
                .setContent(pack(mapping.content()))
                .setState(mapping.state().code())
                .setDestination(pack(mapping.destination()))
                .setDegraded(mapping.degraded())
                .setRemapEpoch(mapping.remapEpoch())
                .setHeatScore(mapping.heatScore())
                .setLastWriteEpoch(mapping.lastWriteEpoch())
                .setCreatedMillis(mapping.createdMillis())
                .setModifiedMillis(mapping.modifiedMillis())
                .setVersion(mapping.version());
        Placement source = mapping.source();
        if (source != null) {
            packed.setSource(pack(source));
        }
        return packed.build();
    }

    public static ObjectMapping unpack(MappingP mapping) {
        return checked(() -> new ObjectMapping(
                unpack(mapping.getId()),
                unpack(mapping.getWriteId()),
                unpack(mapping.getContent()),
                RedundancyState.ofCode(mapping.getState()),
                mapping.hasSource() ? unpack(mapping.getSource()) : null,
                unpack(mapping.getDestination()),
                mapping.getDegraded(),
                mapping.getRemapEpoch(),
                mapping.getHeatScore(),
                mapping.getLastWriteEpoch(),
                mapping.getCreatedMillis(),
                mapping.getModifiedMillis(),
                mapping.getVersion()));
    }

    public static ConditionP pack(Condition condition) {
        ConditionP.Builder packed = ConditionP.newBuilder();
        if (condition instanceof Condition.IfMatch match) {
            packed.setIfMatch(pack(match.contentId()));
        }
        return packed.setIfAbsent(condition instanceof Condition.IfAbsent).build();
    }

    public static Condition unpack(ConditionP condition) {
        if (condition.getIfAbsent() && condition.hasIfMatch()) {
            throw invalid("condition: 'if absent and if match' given, expected one of them");
        }
        if (condition.hasIfMatch()) {
            return new Condition.IfMatch(unpack(condition.getIfMatch()));
        }
        return condition.getIfAbsent() ? Condition.IF_ABSENT : Condition.NONE;
    }

    // ---- metadata: clients ------------------------------------------------------------------------------------------

    public static CommitRequest pack(Commit commit) {
        return CommitRequest.newBuilder()
                .setId(pack(commit.id()))
                .setContent(pack(commit.content()))
                .setUsed(pack(commit.used()))
                .addAllMissing(commit.missing())
                .setCondition(pack(commit.condition()))
                .build();
    }

    public static Commit unpack(CommitRequest commit) {
        return checked(() -> new Commit(
                unpack(commit.getId()),
                unpack(commit.getContent()),
                unpack(commit.getUsed()),
                commit.getMissingList(),
                unpack(commit.getCondition())));
    }

    public static CommitResponse pack(CommitResult result) {
        CommitResponse.Builder packed = CommitResponse.newBuilder().setStatus(COMMIT_STATUS.indexOf(result.status()));
        ObjectMapping current = result.current();
        if (current != null) {
            packed.setCurrent(pack(current));
        }
        return packed.build();
    }

    public static CommitResult unpack(CommitResponse result) {
        return checked(() -> new CommitResult(
                ofCode(COMMIT_STATUS, result.getStatus(), "commit status"),
                nullable(result.hasCurrent(), result.getCurrent(), Wire::unpack)));
    }

    public static LookupResponse pack(Lookup lookup) {
        LookupResponse.Builder packed = LookupResponse.newBuilder()
                .setBucketPolicy(lookup.bucketPolicy().code());
        ObjectMapping mapping = lookup.mapping();
        if (mapping != null) {
            packed.setMapping(pack(mapping));
        }
        return packed.build();
    }

    public static Lookup unpack(LookupResponse lookup) {
        return checked(() -> new Lookup(
                nullable(lookup.hasMapping(), lookup.getMapping(), Wire::unpack),
                RedundancyPolicy.ofCode(lookup.getBucketPolicy())));
    }

    public static DeleteObjectResponse pack(DeleteResult result) {
        return DeleteObjectResponse.newBuilder()
                .setResult(DELETE_RESULT.indexOf(result))
                .build();
    }

    public static DeleteResult unpack(DeleteObjectResponse result) {
        return ofCode(DELETE_RESULT, result.getResult(), "delete result");
    }

    public static ListObjectsRequest pack(ListQuery query) {
        return ListObjectsRequest.newBuilder()
                .setBucket(query.bucket())
                .setPrefix(query.prefix())
                .setDelimiter(query.delimiter())
                .setAfter(query.after())
                .setLimit(query.limit())
                .build();
    }

    public static ListQuery unpack(ListObjectsRequest query) {
        return checked(() -> new ListQuery(
                query.getBucket(), query.getPrefix(), query.getDelimiter(), query.getAfter(), query.getLimit()));
    }

    public static ListObjectsResponse pack(ObjectPage page) {
        return ListObjectsResponse.newBuilder()
                .addAllObjects(page.objects().stream().map(Wire::pack).toList())
                .addAllCommonPrefixes(page.commonPrefixes())
                .setContinuation(page.continuation())
                .build();
    }

    public static ObjectPage unpack(ListObjectsResponse page) {
        return checked(() -> new ObjectPage(
                page.getObjectsList().stream().map(Wire::unpack).toList(),
                page.getCommonPrefixesList(),
                page.getContinuation()));
    }

    public static EpochLogEntryP pack(EpochLogEntry entry) {
        return EpochLogEntryP.newBuilder()
                .setId(pack(entry.id()))
                .setEpoch(entry.epoch())
                .setEvent(entry.event().code())
                .setFrom(entry.from().code())
                .setTo(entry.to().code())
                .addAllSource(names(entry.source()))
                .addAllDestination(names(entry.destination()))
                .setReason(entry.reason())
                .setAtMillis(entry.atMillis())
                .build();
    }

    public static EpochLogEntry unpack(EpochLogEntryP entry) {
        return checked(() -> new EpochLogEntry(
                unpack(entry.getId()),
                entry.getEpoch(),
                RedundancyEvent.ofCode(entry.getEvent()),
                RedundancyState.ofCode(entry.getFrom()),
                RedundancyState.ofCode(entry.getTo()),
                servers(entry.getSourceList()),
                servers(entry.getDestinationList()),
                entry.getReason(),
                entry.getAtMillis()));
    }

    public static ReportDamageRequest pack(Damage damage) {
        return ReportDamageRequest.newBuilder()
                .setId(pack(damage.id()))
                .setWriteId(pack(damage.writeId()))
                .addAllMissing(damage.missing())
                .build();
    }

    public static Damage unpack(ReportDamageRequest damage) {
        return checked(() -> new Damage(unpack(damage.getId()), unpack(damage.getWriteId()), damage.getMissingList()));
    }

    // ---- cluster ----------------------------------------------------------------------------------------------------

    public static ServerP pack(ServerInfo server) {
        return ServerP.newBuilder()
                .setId(server.id().value())
                .setHost(server.host())
                .setPort(server.port())
                .setZone(server.zone())
                .setCapacityBytes(server.capacityBytes())
                .setStatus(SERVER_STATUS.indexOf(server.status()))
                .build();
    }

    public static ServerInfo unpack(ServerP server) {
        return checked(() -> new ServerInfo(
                new ServerId(server.getId()),
                server.getHost(),
                server.getPort(),
                server.getZone(),
                server.getCapacityBytes(),
                ofCode(SERVER_STATUS, server.getStatus(), "server status")));
    }

    public static ClusterViewResponse pack(ClusterView view) {
        return ClusterViewResponse.newBuilder()
                .addAllServers(view.servers().stream().map(Wire::pack).toList())
                .setRep(pack(view.rep()))
                .setEc(pack(view.ec()))
                .setRingPoints(view.ringPoints())
                .setEpoch(view.epoch())
                .addAllAwayMillis(view.servers().stream()
                        .map(server -> view.awayMillis().getOrDefault(server.id(), 0L))
                        .toList())
                .build();
    }

    public static ClusterView unpack(ClusterViewResponse view) {
        return checked(() -> new ClusterView(
                view.getServersList().stream().map(Wire::unpack).toList(),
                unpack(view.getRep()),
                unpack(view.getEc()),
                view.getRingPoints(),
                view.getEpoch(),
                awayMillis(view)));
    }

    private static Map<ServerId, Long> awayMillis(ClusterViewResponse view) {
        Map<ServerId, Long> away = new HashMap<>();
        for (int i = 0; i < Math.min(view.getServersCount(), view.getAwayMillisCount()); i++) {
            if (view.getAwayMillis(i) > 0) {
                away.put(new ServerId(view.getServers(i).getId()), view.getAwayMillis(i));
            }
        }
        return away;
    }

    public static WearReportP pack(WearReport report) {
        return WearReportP.newBuilder()
                .setServer(report.server().value())
                .setErases(report.erases())
                .setHostPageWrites(report.hostPageWrites())
                .setNandPageWrites(report.nandPageWrites())
                .setMeanVictimUtilisation(report.meanVictimUtilisation())
                .setCapacityPages(report.capacityPages())
                .setLivePages(report.livePages())
                .setPageBytes(report.pageBytes())
                .setPagesPerBlock(report.pagesPerBlock())
                .setBlocks(report.blocks())
                .setEnduranceErases(report.enduranceErases())
                .setBadBlocks(report.badBlocks())
                .setWriteLatencyCount(report.writeLatency().count())
                .setWriteLatencyMeanMicros(report.writeLatency().meanMicros())
                .setWriteLatencyP99Micros(report.writeLatency().p99Micros())
                .build();
    }

    public static WearReport unpack(WearReportP report) {
        return checked(() -> new WearReport(
                new ServerId(report.getServer()),
                report.getErases(),
                report.getHostPageWrites(),
                report.getNandPageWrites(),
                report.getMeanVictimUtilisation(),
                report.getCapacityPages(),
                report.getLivePages(),
                report.getPageBytes(),
                report.getPagesPerBlock(),
                report.getBlocks(),
                report.getEnduranceErases(),
                report.getBadBlocks(),
                new WearReport.LatencySummary(
                        report.getWriteLatencyCount(),
                        report.getWriteLatencyMeanMicros(),
                        report.getWriteLatencyP99Micros())));
    }

    // ---- metadata: balancer and reaper ------------------------------------------------------------------------------

    public static BalancerEpochP pack(BalancerEpoch epoch) {
        return BalancerEpochP.newBuilder()
                .setFence(epoch.fence())
                .setEpoch(epoch.epoch())
                .setHolder(epoch.holder())
                .build();
    }

    public static BalancerEpoch unpack(BalancerEpochP epoch) {
        return checked(() -> new BalancerEpoch(epoch.getFence(), epoch.getEpoch(), epoch.getHolder()));
    }

    public static RemapP pack(Remap remap) {
        RemapP.Builder packed = RemapP.newBuilder()
                .setId(pack(remap.id()))
                .setExpectedVersion(remap.expectedVersion())
                .setEvent(remap.event().code())
                .setEpoch(remap.epoch())
                .setReason(remap.reason());
        Placement destination = remap.destination();
        if (destination != null) {
            packed.setDestination(pack(destination));
        }
        return packed.build();
    }

    public static Remap unpack(RemapP remap) {
        return checked(() -> new Remap(
                unpack(remap.getId()),
                remap.getExpectedVersion(),
                RedundancyEvent.ofCode(remap.getEvent()),
                nullable(remap.hasDestination(), remap.getDestination(), Wire::unpack),
                remap.getEpoch(),
                remap.getReason()));
    }

    /** The code of an outcome in RemapResponse and MigrateResponse. */
    public static int code(Remap.Outcome outcome) {
        return REMAP_OUTCOME.indexOf(outcome);
    }

    public static Remap.Outcome outcome(int code) {
        return ofCode(REMAP_OUTCOME, code, "remap outcome");
    }

    public static StorePlanRequest pack(long fence, StoredPlan plan) {
        return StorePlanRequest.newBuilder()
                .setFence(fence)
                .setEpoch(plan.epoch())
                .addAllRemaps(plan.remaps().stream().map(Wire::pack).toList())
                .setComplete(plan.complete())
                .build();
    }

    public static StoredPlan unpack(StorePlanRequest plan) {
        return checked(() -> new StoredPlan(
                plan.getEpoch(), plan.getRemapsList().stream().map(Wire::unpack).toList(), plan.getComplete()));
    }

    /** The answer to OPEN_PLAN where there is a plan; without one the answer is the empty message. */
    public static OpenPlanResponse pack(StoredPlan plan) {
        return OpenPlanResponse.newBuilder()
                .setPresent(true)
                .setEpoch(plan.epoch())
                .addAllRemaps(plan.remaps().stream().map(Wire::pack).toList())
                .setComplete(plan.complete())
                .build();
    }

    public static OpenPlanResponse pack(Optional<StoredPlan> plan) {
        return plan.map(Wire::pack).orElseGet(OpenPlanResponse::getDefaultInstance);
    }

    public static Optional<StoredPlan> unpack(OpenPlanResponse plan) {
        if (!plan.getPresent()) {
            return Optional.empty();
        }
        return checked(() -> Optional.of(new StoredPlan(
                plan.getEpoch(), plan.getRemapsList().stream().map(Wire::unpack).toList(), plan.getComplete())));
    }

    public static MigrateRequest pack(long fence, Migration migration) {
        return MigrateRequest.newBuilder()
                .setFence(fence)
                .setId(pack(migration.id()))
                .setExpectedVersion(migration.expectedVersion())
                .setNewWriteId(pack(migration.newWriteId()))
                .setEpoch(migration.epoch())
                .build();
    }

    public static Migration unpack(MigrateRequest migration) {
        return checked(() -> new Migration(
                unpack(migration.getId()),
                migration.getExpectedVersion(),
                unpack(migration.getNewWriteId()),
                migration.getEpoch()));
    }

    public static GarbageP pack(Garbage garbage) {
        return GarbageP.newBuilder()
                .setId(garbage.id())
                .setServer(garbage.server().value())
                .setWriteId(pack(garbage.writeId()))
                .setSinceMillis(garbage.sinceMillis())
                .build();
    }

    public static Garbage unpack(GarbageP garbage) {
        return checked(() -> new Garbage(
                garbage.getId(),
                new ServerId(garbage.getServer()),
                unpack(garbage.getWriteId()),
                garbage.getSinceMillis()));
    }

    public static GrantP pack(Grant grant) {
        return GrantP.newBuilder()
                .setBucket(grant.bucket())
                .setPrincipal(grant.principal())
                .setAccess(grant.access().code())
                .build();
    }

    public static Grant unpack(GrantP grant) {
        return checked(() -> new Grant(grant.getBucket(), grant.getPrincipal(), Access.ofCode(grant.getAccess())));
    }

    // ---- checks -----------------------------------------------------------------------------------------------------

    static <T> T checked(Supplier<T> unpacking) {
        try {
            return unpacking.get();
        } catch (IllegalArgumentException e) {
            throw invalid(OneLine.of(e.getMessage()));
        }
    }

    private static ChameleonError invalid(String message) {
        return new ChameleonError(ErrorCode.INVALID_REQUEST, message);
    }

    private static <E> E ofCode(List<E> values, int code, String what) {
        if (code < 0 || code >= values.size()) {
            throw invalid(
                    what + ": '" + Integer.toUnsignedString(code) + "' given, expected 0 to " + (values.size() - 1));
        }
        return values.get(code);
    }

    private static int boundedCount(int unsigned) {
        return unsigned < 0 ? Short.MAX_VALUE : Math.min(unsigned, Short.MAX_VALUE);
    }

    private static <P, T> @Nullable T nullable(boolean present, P packed, Function<P, T> unpack) {
        return present ? unpack.apply(packed) : null;
    }

    private static List<String> names(List<ServerId> servers) {
        return servers.stream().map(ServerId::value).toList();
    }

    private static List<ServerId> servers(List<String> names) {
        return names.stream().map(ServerId::new).toList();
    }
}
