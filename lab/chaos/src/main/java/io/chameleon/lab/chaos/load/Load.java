package io.chameleon.lab.chaos.load;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.options.Timeouts;
import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.common.TracedContent.DamagedException;
import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Clients of the SDK that read, write and delete as fast as they are answered, and record each operation. */
public final class Load implements AutoCloseable {
    /** Operations that each client has in flight. */
    static final int WORKERS = 3;
    /** A hanging server is noticed after this. */
    private static final Duration REQUEST = Duration.ofSeconds(1);

    private static final Duration OPERATION = Duration.ofSeconds(10);
    /** A store that has just healed may be slow; what is lost stays lost. */
    private static final int READ_BACK_TRIES = 5;

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
    private volatile boolean over;

    public Load(ProcessCluster cluster, int clients, int keys, long seed) {
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
    }

    /** Begins; each worker's choices come from {@code random}. */
    public void start(RandomGenerator random) {
        for (ChameleonClient client : clients) {
            for (int i = 0; i < WORKERS; i++) {
                RandomGenerator own = RandomGeneratorFactory.getDefault().create(random.nextLong());
                Worker worker = new Worker(client, keys, contents, values, history, tally, own);
                running.add(threads.submit(() -> {
                    while (!over) {
                        worker.step();
                    }
                }));
            }
        }
    }

    /** Ends when every operation has its outcome. */
    public void stop() throws Exception {
        over = true;
        for (Future<?> worker : running) {
            worker.get();
        }
        running.clear();
    }

    public History history() {
        return history;
    }

    public Tally tally() {
        return tally;
    }

    /** The bucket of all keys. */
    public static String bucket() {
        return KeySpace.BUCKET;
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
        Map<Integer, String> unreadable = new ConcurrentSkipListMap<>();
        List<Future<?>> reads = new ArrayList<>();
        AtomicInteger next = new AtomicInteger();
        for (int i = 0; i < WORKERS; i++) {
            reads.add(threads.submit(() -> {
                for (int key = next.getAndIncrement(); key < history.keys(); key = next.getAndIncrement()) {
                    readBack(fresh, key, unreadable);
                }
            }));
        }
        for (Future<?> read : reads) {
            read.get();
        }
        return unreadable;
    }

    private void readBack(ChameleonClient client, int key, Map<Integer, String> unreadable) {
        for (int tries = 0; tries < READ_BACK_TRIES; tries++) {
            if (readBackOnce(client, key, unreadable)) {
                unreadable.remove(key);
                return;
            }
        }
    }

    private boolean readBackOnce(ChameleonClient client, int key, Map<Integer, String> unreadable) {
        long start = System.nanoTime();
        try {
            long value = contents.value(key, client.get(KeySpace.BUCKET, KeySpace.name(key)));
            history.add(key, Operation.read(value, start, System.nanoTime()));
            return true;
        } catch (ObjectNotFoundException e) {
            history.add(key, Operation.read(Operation.ABSENT, start, System.nanoTime()));
            return true;
        } catch (ChameleonException | DamagedException e) {
            unreadable.put(key, String.valueOf(e.getMessage()));
            return false;
        }
    }

    @Override
    public void close() {
        over = true;
        clients.forEach(ChameleonClient::close);
        links.forEach(ClientLink::close);
        threads.close();
    }
}
