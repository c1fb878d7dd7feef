package io.chameleon.client;

import io.chameleon.client.cluster.ClusterCache;
import io.chameleon.client.cluster.MappingCache;
import io.chameleon.client.cluster.ServerHealth;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.QueuedNetwork;
import io.chameleon.client.internal.Retry;
import io.chameleon.client.internal.Scope;
import io.chameleon.client.internal.Window;
import io.chameleon.client.internal.Workers;
import io.chameleon.client.read.HedgeDelay;
import io.chameleon.client.read.ObjectReads;
import io.chameleon.client.write.ObjectWriter;
import io.chameleon.core.Chunks;
import io.chameleon.core.Require;
import io.chameleon.core.WriteIds;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.NettyRpcClient;
import io.chameleon.transport.RpcClient;
import io.chameleon.transport.TransportConfig;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.Security;
import io.chameleon.transport.security.SecurityConfig;
import io.chameleon.transport.security.TlsFiles;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Makes a client. Only {@link #metadata} is required. A bad value is an {@link IllegalArgumentException} with one line that names
 * it. What is given ({@link #network}, {@link #executor}, {@link #scheduler}) stays the caller's to close.
 */
public final class ClientBuilder {
    private static final int MAX_CACHED_MAPPINGS = 10_000_000;
    /** Half of what one connection to an endpoint takes. */
    private static final int MOST_METADATA_CALLS = 512;

    private final List<Endpoint> metadata = new ArrayList<>();
    private Timeouts timeouts = Timeouts.DEFAULT;
    private ReadMode readMode = ReadMode.LINEARIZABLE;
    private int segmentBytes = ObjectContent.MAX_SEGMENT_BYTES;
    private int chunkBytes = Chunks.MAX_BYTES;
    private Duration hedgeAfter = Duration.ofMillis(50);
    private Duration suspicion = Duration.ofSeconds(5);
    private int cachedMappings = 10_000;
    private @Nullable RpcClient network;
    private @Nullable Path tokenFile;
    private @Nullable Path caFile;
    private @Nullable Path certificateFile;
    private @Nullable Path keyFile;
    private boolean verifyHost = true;
    private long sendWindow = 64 << 20;
    private int readWindow = 256;
    private @Nullable Executor executor;
    private @Nullable ScheduledExecutorService scheduler;
    private InstantSource clock = InstantSource.system();
    private LongSupplier ticker = System::nanoTime;
    private RandomGenerator random = new SecureRandom();

    ClientBuilder() {}

    /** Addresses of the metadata service, each {@code host:port}; the next is asked where one does not answer. */
    public ClientBuilder metadata(String... addresses) {
        for (String address : addresses) {
            metadata.add(Endpoint.parse(address));
        }
        return this;
    }

    /** Default {@link Timeouts#DEFAULT}. */
    public ClientBuilder timeouts(Timeouts limits) {
        this.timeouts = limits;
        return this;
    }

    /** How reads find the object unless they say otherwise; default {@link ReadMode#LINEARIZABLE}. */
    public ClientBuilder readMode(ReadMode mode) {
        this.readMode = mode;
        return this;
    }

    /** Bytes of each segment of the objects this client writes; default and largest 8 MiB. */
    public ClientBuilder segmentBytes(int bytes) {
        Require.that(
                bytes >= 1 && bytes <= ObjectContent.MAX_SEGMENT_BYTES,
                "segmentBytes",
                bytes,
                "1 to " + ObjectContent.MAX_SEGMENT_BYTES + " bytes");
        this.segmentBytes = bytes;
        return this;
    }

    /**
     * An object of more bytes is stored in chunks, which the balancer moves one by one; default and largest 64 MiB. Rounded down to
     * whole segments, but at least one.
     */
    public ClientBuilder chunkBytes(int bytes) {
        Require.that(
                bytes >= 1 && bytes <= Chunks.MAX_BYTES, "chunkBytes", bytes, "1 to " + Chunks.MAX_BYTES + " bytes");
        this.chunkBytes = bytes;
        return this;
    }

    /** When a second server is asked for a fragment, until 32 answers of that size tell the 98th percentile; default 50 ms. */
    public ClientBuilder hedgeAfter(Duration wait) {
        Require.that(!wait.isNegative() && wait.compareTo(Duration.ofDays(1)) <= 0, "hedgeAfter", wait, "0 to 1 day");
        this.hedgeAfter = wait;
        return this;
    }

    /** How long a server that failed is asked last; default 5 s. */
    public ClientBuilder suspicion(Duration time) {
        Require.that(!time.isNegative() && time.compareTo(Duration.ofDays(1)) <= 0, "suspicion", time, "0 to 1 day");
        this.suspicion = time;
        return this;
    }

    /** Objects whose place is remembered; default 10 000, at about 1 KiB each. 0 remembers none. */
    public ClientBuilder cachedMappings(int objects) {
        Require.that(
                objects >= 0 && objects <= MAX_CACHED_MAPPINGS,
                "cachedMappings",
                objects,
                "0 to " + MAX_CACHED_MAPPINGS);
        this.cachedMappings = objects;
        return this;
    }

    /**
     * Bytes of fragments, parity included, that all writes together have on their way; further segments wait their turn, without a
     * deadline. Default 64 MiB; less suits a link on which so much takes more than half a minute.
     */
    public ClientBuilder sendWindow(long bytes) {
        Require.that(bytes >= 1, "sendWindow", bytes, "at least 1 byte");
        this.sendWindow = bytes;
        return this;
    }

    /** Segments that all reads together have on their way; further ones wait their turn. Default 256. */
    public ClientBuilder readWindow(int segments) {
        Require.that(segments >= 1, "readWindow", segments, "at least 1 segment");
        this.readWindow = segments;
        return this;
    }

    /**
     * Who this client is, to a cluster that asks for a token: a file with the one line {@code KEYID:SECRET}. Read when the client is
     * built, and again when it changes.
     */
    public ClientBuilder tokenFile(Path file) {
        this.tokenFile = file;
        return this;
    }

    /** Turns TLS on: PEM certificates of the authorities that have signed those of the cluster. Read again when they change. */
    public ClientBuilder trust(Path caPem) {
        this.caFile = caPem;
        return this;
    }

    /**
     * Who this client is, to a cluster that asks for certificates; {@link #trust} goes with it. Read again when they change.
     *
     * @param chainPem this client's certificate first
     * @param keyPem PKCS#8, not encrypted
     */
    public ClientBuilder certificate(Path chainPem, Path keyPem) {
        this.certificateFile = chainPem;
        this.keyFile = keyPem;
        return this;
    }

    /** Whether a server's certificate must be made out to the host that was called; default true. */
    public ClientBuilder verifyHost(boolean verify) {
        this.verifyHost = verify;
        return this;
    }

    /** Default: Netty, with {@link TransportConfig#defaults()}. */
    public ClientBuilder network(RpcClient given) {
        this.network = given;
        return this;
    }

    /**
     * Where coding, putting segments together, checksums and the caller's continuations run; nothing waits there. What it does not begin
     * within the operation timeout fails. Default: a small pool of the client's own.
     */
    public ClientBuilder executor(Executor given) {
        this.executor = given;
        return this;
    }

    /** For hedges and pauses between tries; default: one daemon thread. */
    public ClientBuilder scheduler(ScheduledExecutorService given) {
        this.scheduler = given;
        return this;
    }

    /** Dates writes: the metadata service refuses those dated before its grace period. */
    public ClientBuilder clock(InstantSource given) {
        this.clock = given;
        return this;
    }

    /** Measures waiting, in nanoseconds; default {@link System#nanoTime}. */
    public ClientBuilder ticker(LongSupplier given) {
        this.ticker = given;
        return this;
    }

    /** For the keys of write ids and to spread load; nobody can predict it, no two clients alike, safe from any thread. Default: {@link SecureRandom}. */
    public ClientBuilder random(RandomGenerator given) {
        this.random = given;
        return this;
    }

    public ChameleonClient build() {
        Require.that(!metadata.isEmpty(), "metadata", metadata, "at least one host:port");
        Scope scope = Scope.root();
        List<AutoCloseable> owned = new ArrayList<>();
        RpcClient rpc = network;
        if (rpc == null) {
            Security security = Security.open(security());
            rpc = new NettyRpcClient(TransportConfig.defaults().withSecurity(security));
            owned.add(rpc);
            owned.add(security);
        } else {
            Require.that(
                    security().equals(SecurityConfig.NONE),
                    "network",
                    network,
                    "no token and no certificate beside it: a given network has its own");
        }
        ScheduledExecutorService timer = scheduler;
        if (timer == null) {
            ScheduledThreadPoolExecutor own = new ScheduledThreadPoolExecutor(1, daemons("chameleon-timer"));
            // Most hedges are called off: they must not pile up until their time.
            own.setRemoveOnCancelPolicy(true);
            owned.add(own::shutdownNow);
            timer = own;
        }
        ExecutorService blocking = Executors.newCachedThreadPool(daemons("chameleon-io"));
        owned.add(blocking::shutdown);
        Executor worker = executor;
        if (worker == null) {
            ForkJoinPool own = workers();
            owned.add(own::shutdown);
            worker = own;
        }
        Workers workers = new Workers(worker, blocking, timer, timeouts.operation());
        Retry retry = new Retry(timer, random);
        MetadataClient service = new MetadataClient(new QueuedNetwork(rpc, MOST_METADATA_CALLS), metadata);
        WriteKeys keys = new WriteKeys(random);
        ClientContext context = new ClientContext(
                service,
                new FlashClient(rpc, keys),
                new ClusterCache(service, retry, scope, ticker, timeouts.request(), timeouts.operation()),
                new ServerHealth(ticker, suspicion),
                new MappingCache(cachedMappings),
                new HedgeDelay(hedgeAfter),
                new WriteIds(clock, keys),
                retry,
                workers,
                new Window(sendWindow),
                new Window(readWindow),
                random,
                ticker,
                timeouts);
        ObjectWriter writer = new ObjectWriter(context, chunkBytes);
        ObjectReads reads = new ObjectReads(context);
        Function<Operations, AsyncChameleonClient> async = operations ->
                new AsyncChameleonClient(context, operations, writer, reads, readMode, segmentBytes, blocking);
        return new ChameleonClient(
                async.apply(new Operations(scope, workers::deliver, owned)),
                async.apply(new Operations(scope, Runnable::run, List.of())));
    }

    private SecurityConfig security() {
        TlsFiles tls = caFile == null && certificateFile == null
                ? null
                : new TlsFiles(certificateFile, keyFile, caFile, verifyHost);
        AuthMode mode = tokenFile != null ? AuthMode.TOKEN : certificateFile != null ? AuthMode.MTLS : AuthMode.NONE;
        return new SecurityConfig(mode, null, tokenFile, tls);
    }

    /** As many threads as processors, two at least. A thread on which a continuation waits for another answer is replaced meanwhile. */
    private static ForkJoinPool workers() {
        AtomicInteger number = new AtomicInteger();
        return new ForkJoinPool(
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                pool -> {
                    ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
                    thread.setName("chameleon-worker-" + number.incrementAndGet());
                    return thread;
                },
                null,
                true);
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
