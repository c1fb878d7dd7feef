package io.chameleon.client;

import io.chameleon.client.credentials.CredentialsProvider;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Identity;
import io.chameleon.client.internal.call.Budget;
import io.chameleon.client.internal.call.Ends;
import io.chameleon.client.internal.call.HedgeDelay;
import io.chameleon.client.internal.call.Limits;
import io.chameleon.client.internal.call.Operations;
import io.chameleon.client.internal.call.Owned;
import io.chameleon.client.internal.call.QueuedNetwork;
import io.chameleon.client.internal.call.Retry;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.call.Threads;
import io.chameleon.client.internal.call.Window;
import io.chameleon.client.internal.call.Workers;
import io.chameleon.client.internal.cluster.ClusterCache;
import io.chameleon.client.internal.cluster.MappingCache;
import io.chameleon.client.internal.cluster.ServerHealth;
import io.chameleon.client.internal.read.ObjectReads;
import io.chameleon.client.internal.write.ObjectWriter;
import io.chameleon.client.internal.write.SegmentSizes;
import io.chameleon.client.listen.ClientListener;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.Chunks;
import io.chameleon.core.Require;
import io.chameleon.core.WriteIds;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.security.Security;
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
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Builds a client. Only {@link #metadata} is required. A bad value is an {@link IllegalArgumentException} with one line
 * that names it. The caller closes what it supplies ({@link #network}, {@link #executor}, {@link #scheduler}).
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
    private @Nullable CredentialsProvider credentials;
    private @Nullable Path caFile;
    private @Nullable Path certificateFile;
    private @Nullable Path keyFile;
    private boolean verifyHost = true;
    private int operationsAtOnce = Integer.MAX_VALUE;
    private int operationsWaiting;
    private @Nullable ClientListener listener;
    private long sendWindow = 64 << 20;
    private int readWindow = 256;
    private long readMemory = Long.MAX_VALUE;
    private long writeMemory = Long.MAX_VALUE;
    private @Nullable Executor executor;
    private @Nullable ScheduledExecutorService scheduler;
    private InstantSource clock = InstantSource.system();
    private LongSupplier ticker = System::nanoTime;
    private RandomGenerator random = new SecureRandom();

    ClientBuilder() {}

    /** Addresses of the metadata service, each {@code host:port}; if one does not answer, the client asks the next. */
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

    /** The default read mode; {@link ReadMode#LINEARIZABLE} unless set. */
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
     * A larger object is stored in chunks, which the balancer moves one by one; default and largest 64 MiB. Rounded
     * down to whole segments, but at least one.
     */
    public ClientBuilder chunkBytes(int bytes) {
        Require.that(
                bytes >= 1 && bytes <= Chunks.MAX_BYTES, "chunkBytes", bytes, "1 to " + Chunks.MAX_BYTES + " bytes");
        this.chunkBytes = bytes;
        return this;
    }

    /**
     * How long to wait for a fragment before asking a second server, until 32 answers of that size give the 98th
     * percentile; default 50 ms.
     */
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

    /** Objects whose place is cached; default 10 000, at about 1 KiB each. 0 caches none. */
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
     * Bounds the operations of this client. Further ones wait in the order of arrival, within their deadlines if they
     * have one; when as many wait as may, one more fails at once with a
     * {@link io.chameleon.client.error.ClientBusyException}. Default: no bound.
     *
     * <p>An operation that works in parallel, such as an upload in parts, counts once. One that gives a stream or a
     * publisher counts until that is there.
     *
     * @param atOnce operations that run
     * @param waiting operations that wait
     */
    public ClientBuilder operationWindow(int atOnce, int waiting) {
        Require.that(atOnce >= 1, "operations at once", atOnce, "at least 1");
        Require.that(waiting >= 0, "operations waiting", waiting, "0 or more");
        this.operationsAtOnce = atOnce;
        this.operationsWaiting = waiting;
        return this;
    }

    /** Follows the operations of this client, for metrics and traces. Default: nobody. */
    public ClientBuilder listener(ClientListener follower) {
        this.listener = follower;
        return this;
    }

    /**
     * The most bytes of fragments, parity included, that all writes together have in flight; further segments wait,
     * without a deadline. Default 64 MiB; choose less for a link that needs more than half a minute for that.
     */
    public ClientBuilder sendWindow(long bytes) {
        Require.that(bytes >= 1, "sendWindow", bytes, "at least 1 byte");
        this.sendWindow = bytes;
        return this;
    }

    /** The most segments that all reads together have in flight; further ones wait. Default 256. */
    public ClientBuilder readWindow(int segments) {
        Require.that(segments >= 1, "readWindow", segments, "at least 1 segment");
        this.readWindow = segments;
        return this;
    }

    /**
     * This client's identity, for a cluster that asks for a token: a file with the one line {@code KEYID:SECRET}. Read
     * when the client is built, and again when it changes.
     */
    public ClientBuilder tokenFile(Path file) {
        this.tokenFile = file;
        return this;
    }

    /**
     * This client's identity, for a cluster that asks for a token, in place of {@link #tokenFile}. Asked when the
     * client is built, and every five seconds from then on, so a rotated key needs no new client.
     */
    public ClientBuilder credentials(CredentialsProvider provider) {
        this.credentials = provider;
        return this;
    }

    /**
     * Turns TLS on. The PEM file holds the certificates of the authorities that signed the cluster's. Read again when
     * it changes.
     */
    public ClientBuilder trust(Path caPem) {
        this.caFile = caPem;
        return this;
    }

    /**
     * This client's identity, for a cluster that asks for certificates; needs {@link #trust}. Read again when they
     * change.
     *
     * @param chainPem this client's certificate first
     * @param keyPem PKCS#8, not encrypted
     */
    public ClientBuilder certificate(Path chainPem, Path keyPem) {
        this.certificateFile = chainPem;
        this.keyFile = keyPem;
        return this;
    }

    /** Whether a server's certificate must name the host that was called; default true. */
    public ClientBuilder verifyHost(boolean verify) {
        this.verifyHost = verify;
        return this;
    }

    /**
     * The most bytes that all reads together fetch ahead of their readers. Beyond it a read has one piece of 256 KiB,
     * or a smaller segment, at a time: many slow readers then cost little. Default: no bound.
     */
    public ClientBuilder readMemory(long bytes) {
        Require.that(bytes >= 1, "readMemory", bytes, "at least 1 byte");
        this.readMemory = bytes;
        return this;
    }

    /**
     * Bytes that the segments being filled by all writes together should take. A write gets a twelfth of what is left
     * as its size of segments, at most {@link #segmentBytes} and at least 128 KiB. Default: no bound, so that all
     * segments are of {@link #segmentBytes}.
     */
    public ClientBuilder writeMemory(long bytes) {
        Require.that(bytes >= 1, "writeMemory", bytes, "at least 1 byte");
        this.writeMemory = bytes;
        return this;
    }

    /** Default: Netty, with {@link TransportConfig#defaults()}. */
    public ClientBuilder network(RpcClient given) {
        this.network = given;
        return this;
    }

    /**
     * Runs coding, assembly, checksums and the caller's continuations; nothing waits there. Work that it does not begin
     * within the operation timeout fails. Default: a small pool of the client's own.
     */
    public ClientBuilder executor(Executor given) {
        this.executor = given;
        return this;
    }

    /** Times hedges and pauses between tries; default: one daemon thread. */
    public ClientBuilder scheduler(ScheduledExecutorService given) {
        this.scheduler = given;
        return this;
    }

    /** Dates writes: the metadata service refuses those older than its grace period. */
    public ClientBuilder clock(InstantSource given) {
        this.clock = given;
        return this;
    }

    /** Measures waiting, in nanoseconds; default {@link System#nanoTime}. */
    public ClientBuilder ticker(LongSupplier given) {
        this.ticker = given;
        return this;
    }

    /**
     * Makes the keys of write ids and spreads load. It must be unpredictable, different in each client and safe from
     * any thread. Default: {@link SecureRandom}.
     */
    public ClientBuilder random(RandomGenerator given) {
        this.random = given;
        return this;
    }

    public ChameleonClient build() {
        Require.that(!metadata.isEmpty(), "metadata", metadata, "at least one host:port");
        Scope scope = Scope.root(Limits.of(CallOptions.DEFAULT, timeouts));
        Owned owned = new Owned();
        Identity identity = new Identity(tokenFile, credentials, caFile, certificateFile, keyFile, verifyHost);
        RpcClient rpc = network == null ? connected(owned, identity) : given(network, identity);
        ScheduledExecutorService timer = scheduler;
        if (timer == null) {
            ScheduledExecutorService own = Threads.timer();
            timer = owned.add(own, own::shutdownNow);
        }
        ExecutorService io = Executors.newCachedThreadPool(Threads.daemons("chameleon-io"));
        ExecutorService blocking = owned.add(io, io::shutdown);
        Executor worker = executor;
        if (worker == null) {
            ForkJoinPool own = Threads.workers();
            worker = owned.add(own, own::shutdown);
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
                new Budget(readMemory),
                random,
                ticker,
                timeouts);
        Engine engine = new Engine(
                context,
                new ObjectWriter(context, chunkBytes),
                new ObjectReads(context),
                readMode,
                new SegmentSizes(segmentBytes, new Budget(writeMemory)),
                blocking);
        Operations.Shared shared = new Operations.Shared(
                scope,
                retry,
                timeouts,
                operationsAtOnce == Integer.MAX_VALUE ? null : new Window(operationsAtOnce, operationsWaiting),
                workers::deliver,
                new Ends(listener, blocking),
                ticker,
                blocking);
        return new ChameleonClient(
                new AsyncChameleonClient(engine, new Operations(shared, workers::deliver, CallOptions.DEFAULT, owned)),
                new AsyncChameleonClient(engine, new Operations(shared, Runnable::run, CallOptions.DEFAULT, null)));
    }

    private static RpcClient connected(Owned owned, Identity identity) {
        Security security = identity.open();
        RpcClient rpc = new NettyRpcClient(TransportConfig.defaults().withSecurity(security));
        owned.add(rpc, rpc);
        owned.add(security, security);
        return rpc;
    }

    private static RpcClient given(RpcClient rpc, Identity identity) {
        Require.that(
                identity.isNone(),
                "network",
                rpc,
                "no token and no certificate beside it: a given network has its own");
        return rpc;
    }
}
