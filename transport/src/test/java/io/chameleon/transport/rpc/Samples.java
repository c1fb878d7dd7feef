package io.chameleon.transport.rpc;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.wear.WearReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Random valid values of core's types, reproducible by seed. Extremes are as likely as ordinary values. */
public final class Samples {
    private static final String ALPHABET = "aZ09 ./\\\"'%\n\t\u00e9\u20ac\ud83d\ude00";

    private final Random random;

    public Samples(long seed) {
        this.random = new Random(seed);
    }

    public ObjectId objectId() {
        return new ObjectId("bucket-" + random.nextInt(1000), text(200).isEmpty() ? "key" : "k" + text(200));
    }

    public WriteId writeId() {
        return new WriteId(number(), number());
    }

    public FragmentId fragmentId() {
        return new FragmentId(writeId(), random.nextInt(FragmentId.MAX_SEGMENT + 1), random.nextInt(256));
    }

    public RedundancyScheme scheme(RedundancyPolicy policy) {
        return policy == RedundancyPolicy.REP
                ? RedundancyScheme.replication(1 + random.nextInt(5))
                : random.nextInt(4) == 0
                        ? RedundancyScheme.local(2 * (2 + random.nextInt(5)), 2, 1 + random.nextInt(2))
                        : new RedundancyScheme(RedundancyPolicy.EC, 1 + random.nextInt(10), random.nextInt(5));
    }

    public RedundancyScheme scheme() {
        return scheme(oneOf(RedundancyPolicy.values()));
    }

    public ServerId serverId() {
        return new ServerId("flash-" + random.nextInt(1_000_000));
    }

    public Placement placement(RedundancyPolicy policy) {
        RedundancyScheme scheme = scheme(policy);
        int first = random.nextInt(1000);
        return new Placement(
                scheme,
                IntStream.range(0, scheme.width())
                        .mapToObj(i -> new ServerId("flash-" + (first + i)))
                        .toList());
    }

    public Placement placement() {
        return placement(oneOf(RedundancyPolicy.values()));
    }

    public ObjectContent content() {
        Map<String, String> metadata = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            metadata.put("key" + i + text(10), text(50));
        }
        if (random.nextInt(4) == 0) {
            int segment = 1 + random.nextInt(ObjectContent.MAX_SEGMENT_BYTES);
            int chunk = segment * (1 + random.nextInt(8));
            long size = chunk + 1L + random.nextInt(1 << 20);
            return new ObjectContent(writeId(), size, segment, chunk, random.nextInt(), text(20), metadata);
        }
        if (random.nextInt(4) == 0) {
            int extents = 1 + random.nextInt(ObjectContent.MAX_EXTENTS);
            int segment = ObjectContent.MAX_SEGMENT_BYTES;
            return new ObjectContent(
                    writeId(), random.nextInt(1 << 20), segment, 0, extents, random.nextInt(), text(20), metadata);
        }
        return new ObjectContent(
                writeId(),
                random.nextInt(1 << 20),
                1 + random.nextInt(ObjectContent.MAX_SEGMENT_BYTES),
                random.nextInt(),
                text(20),
                metadata);
    }

    public ObjectMapping mapping() {
        RedundancyState state = oneOf(RedundancyState.values());
        return new ObjectMapping(
                objectId(),
                writeId(),
                content(),
                state,
                state.isIntermediate() ? placement(state.livePolicy()) : null,
                placement(state.nextPolicy()),
                random.nextBoolean(),
                number(),
                random.nextBoolean() ? Double.NEGATIVE_INFINITY : random.nextGaussian(),
                number(),
                number(),
                number(),
                number(),
                number(),
                random.nextBoolean(),
                text(20));
    }

    public ServerInfo serverInfo() {
        return new ServerInfo(
                serverId(),
                text(30),
                random.nextInt(65_536),
                text(10),
                text(10),
                count(),
                oneOf(ServerInfo.Status.values()),
                identity());
    }

    private ServerIdentity identity() {
        return random.nextInt(4) == 0 ? ServerIdentity.UNKNOWN : new ServerIdentity(uuid(), uuid());
    }

    private String uuid() {
        return new UUID(number(), number()).toString();
    }

    public Condition condition() {
        return switch (random.nextInt(3)) {
            case 0 -> Condition.NONE;
            case 1 -> Condition.IF_ABSENT;
            default -> new Condition.IfMatch(writeId());
        };
    }

    public Commit commit() {
        Placement used = placement();
        ObjectContent content = content();
        while (content.isComposed()) { // not by a commit
            content = content();
        }
        boolean mayMiss =
                !content.isChunked() && used.scheme().width() > used.scheme().writeQuorum();
        return new Commit(
                objectId(),
                content,
                used,
                mayMiss && random.nextBoolean()
                        ? List.of(random.nextInt(used.scheme().width()))
                        : List.of(),
                condition());
    }

    public CommitResult commitResult() {
        return new CommitResult(oneOf(CommitResult.Status.values()), random.nextBoolean() ? mapping() : null);
    }

    public Lookup lookup() {
        return new Lookup(random.nextBoolean() ? mapping() : null, oneOf(RedundancyPolicy.values()), bucketSchemes());
    }

    private BucketSchemes bucketSchemes() {
        return new BucketSchemes(
                random.nextBoolean() ? RedundancyScheme.replication(2 + random.nextInt(4)) : null,
                random.nextBoolean()
                        ? new RedundancyScheme(RedundancyPolicy.EC, 1 + random.nextInt(20), 1 + random.nextInt(4))
                        : null);
    }

    public DeleteResult deleteResult() {
        return oneOf(DeleteResult.values());
    }

    public ListQuery listQuery() {
        return new ListQuery("bucket", text(20), text(2), text(20), 1 + random.nextInt(1000));
    }

    public ObjectPage objectPage() {
        return new ObjectPage(list(this::mapping), list(() -> text(20)), text(20));
    }

    public EpochLogEntry epochLogEntry() {
        return new EpochLogEntry(
                objectId(),
                number(),
                oneOf(RedundancyEvent.values()),
                oneOf(RedundancyState.values()),
                oneOf(RedundancyState.values()),
                list(this::serverId),
                list(this::serverId),
                text(50),
                number());
    }

    public Damage damage() {
        return new Damage(objectId(), writeId(), list(() -> random.nextInt(256)));
    }

    public ClusterView clusterView() {
        List<ServerInfo> servers = list(this::serverInfo);
        return new ClusterView(
                servers,
                scheme(RedundancyPolicy.REP),
                scheme(RedundancyPolicy.EC),
                random.nextInt(1000),
                number(),
                identity().cluster(),
                servers.isEmpty() ? Map.of() : Map.of(servers.get(0).id(), 1L + random.nextInt(1000)));
    }

    public BalancerEpoch balancerEpoch() {
        return new BalancerEpoch(number(), number(), text(20), number());
    }

    public Remap remap() {
        return remap(number());
    }

    private Remap remap(long epoch) {
        RedundancyEvent event = oneOf(
                RedundancyEvent.UPGRADE,
                RedundancyEvent.DOWNGRADE,
                RedundancyEvent.SWAP,
                RedundancyEvent.RETARGET,
                RedundancyEvent.COOLED,
                RedundancyEvent.HEATED,
                RedundancyEvent.CANCEL);
        return new Remap(objectId(), number(), event, event.needsDestination() ? placement() : null, epoch, text(40));
    }

    public StoredPlan storedPlan() {
        long epoch = number();
        return new StoredPlan(epoch, list(() -> remap(epoch)), random.nextBoolean());
    }

    public Migration migration() {
        return new Migration(objectId(), number(), writeId(), number());
    }

    public Garbage garbage() {
        return new Garbage(number(), serverId(), writeId(), number());
    }

    public WearReport wearReport() {
        return new WearReport(
                serverId(),
                count(),
                count(),
                count(),
                random.nextDouble(),
                1 + random.nextInt(1 << 30),
                count(),
                1 + random.nextInt(1 << 20),
                1 + random.nextInt(1 << 20),
                1 + random.nextInt(1 << 30),
                1 + random.nextInt(1 << 30),
                count(),
                new WearReport.LatencySummary(count(), random.nextDouble(), random.nextDouble()));
    }

    private long count() {
        return number() & Long.MAX_VALUE;
    }

    private long number() {
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> Long.MAX_VALUE;
            case 2 -> random.nextLong();
            default -> random.nextInt(1 << 20);
        };
    }

    private String text(int maxChars) {
        StringBuilder text = new StringBuilder();
        int[] letters = ALPHABET.codePoints().toArray();
        for (int i = random.nextInt(maxChars + 1) / 2; i > 0; i--) {
            text.appendCodePoint(letters[random.nextInt(letters.length)]);
        }
        return text.toString();
    }

    private <T> List<T> list(Supplier<T> element) {
        return Stream.generate(element).limit(random.nextInt(5)).toList();
    }

    @SafeVarargs
    private <T> T oneOf(T... values) {
        return values[random.nextInt(values.length)];
    }
}
