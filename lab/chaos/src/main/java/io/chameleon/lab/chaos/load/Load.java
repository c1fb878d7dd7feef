package io.chameleon.lab.chaos.load;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.chaos.history.VersionsHistory;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.s3.UnansweredException;
import io.chameleon.node.config.GatewayKeys;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Clients of the SDK, and of S3 if there are gateways, that read, write and delete as fast as they are answered, or at
 * a rate, and record each operation.
 */
public final class Load implements AutoCloseable {
    /** Operations that each client has in flight. */
    static final int WORKERS = 3;
    /** Operations of S3 in flight, for each gateway. */
    static final int S3_WORKERS = 4;
    /** A hanging server is noticed after this. */
    private static final Duration REQUEST = Duration.ofSeconds(1);

    private static final Duration OPERATION = Duration.ofSeconds(10);

    private static final int SEGMENT_BYTES = 64 << 10;

    private final History history;
    private final Tally tally = new Tally();
    private final Contents contents;
    private final KeySpace keys;
    private final AtomicLong values = new AtomicLong();
    private final List<ClientLink> links = new ArrayList<>();
    private final List<ChameleonClient> clients = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> running = new ArrayList<>();
    private final Optional<S3Load> s3;
    private final int s3Workers;
    private final Rate rate;
    private final int databases;
    private final String owner;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** @param operationsPerSecond of all together, at most; 0: as many as are answered */
    public Load(ProcessCluster cluster, int clients, int keys, int operationsPerSecond, long seed) {
        this.rate = new Rate(operationsPerSecond, System::nanoTime);
        this.history = new History(keys);
        this.contents = new Contents(seed);
        this.keys = new KeySpace(keys);
        for (int i = 0; i < clients; i++) {
            ClientLink link = new ClientLink(new NettyRpcClient(TransportConfig.defaults()), cluster);
            links.add(link);
            this.clients.add(ChameleonClient.builder()
                    .metadata(cluster.metadataForClients().stream()
                            .map(Endpoint::toString)
                            .toArray(String[]::new))
                    .network(link)
                    .timeouts(new Timeouts(REQUEST, OPERATION))
                    .segmentBytes(SEGMENT_BYTES)
                    .build());
        }
        this.databases = cluster.databases();
        int gateways = cluster.gateways().size();
        this.owner = gateways == 0 ? "" : GatewayKeys.USER;
        this.s3 = gateways == 0 ? Optional.empty() : Optional.of(new S3Load(cluster, keys, contents, values, tally));
        this.s3Workers = gateways * S3_WORKERS;
    }

    /**
     * Begins; each worker's choices come from {@code random}. With several databases the bucket of all keys is sliced
     * over them.
     */
    public void start(RandomGenerator random) throws UnansweredException, InterruptedException {
        if (databases > 1) {
            BucketInfo unused = clients.getFirst().createBucket(KeySpace.BUCKET, owner, BucketInfo.SLICED);
        }
        if (s3.isPresent()) {
            s3.get().prepare(random);
        }
        for (ChameleonClient client : clients) {
            for (int i = 0; i < WORKERS; i++) {
                RandomGenerator own = RandomGeneratorFactory.getDefault().create(random.nextLong());
                run(new Worker(new SdkDoor(client), keys, contents, values, history, tally, own)::step);
            }
        }
        if (s3.isPresent()) {
            s3.get().steps(s3Workers, history, random).forEach(this::run);
        }
    }

    private void run(Runnable step) {
        running.add(threads.submit(() -> {
            while (rate.await(ended)) {
                step.run();
            }
            return null;
        }));
    }

    /** Ends when every operation has its outcome. */
    public void stop() throws Exception {
        ended.countDown();
        for (Future<?> worker : running) {
            worker.get();
        }
        running.clear();
    }

    public History history() {
        return history;
    }

    /** What clients of S3 did in the bucket that keeps versions; empty if there is none. */
    public Optional<VersionsHistory> versions() {
        return s3.map(S3Load::history);
    }

    public Tally tally() {
        return tally;
    }

    /** The bucket of all keys. */
    public static String bucket() {
        return KeySpace.BUCKET;
    }

    /** Those that the load uses; with several databases also the slices of the one that is sliced over them. */
    public static List<String> buckets(ProcessCluster cluster) {
        List<String> buckets = new ArrayList<>(List.of(KeySpace.BUCKET));
        if (!cluster.gateways().isEmpty()) {
            buckets.add(VersionsBucket.NAME);
        }
        if (cluster.databases() > 1) {
            buckets.addAll(Slices.names(KeySpace.BUCKET));
        }
        return buckets;
    }

    public static String versionedName(int key) {
        return VersionsBucket.name(key);
    }

    public static String keyName(int key) {
        return KeySpace.name(key);
    }

    /**
     * Reads every key with a fresh client, and adds that to the history.
     *
     * @return why keys could not be read, by key
     */
    public Map<Integer, String> readBack(ChameleonClient fresh) throws Exception {
        return new ReadBack(fresh, contents, history).run(threads);
    }

    /**
     * Reads everything back by S3, if there are gateways, and adds that to the histories; then deletes the bucket that
     * keeps versions.
     *
     * @return what cannot be done, a line each
     */
    public List<String> readBackByS3(RandomGenerator random) throws InterruptedException {
        return s3.isPresent() ? s3.get().readBack(history, random) : List.of();
    }

    @Override
    public void close() {
        ended.countDown();
        clients.forEach(ChameleonClient::close);
        s3.ifPresent(S3Load::close);
        links.forEach(ClientLink::close);
        threads.close();
    }
}
