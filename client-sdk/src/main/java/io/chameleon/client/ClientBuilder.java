package io.chameleon.client;

import io.chameleon.client.credentials.CredentialsProvider;
import io.chameleon.client.internal.Identity;
import io.chameleon.client.internal.NettyVersion;
import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.Owned;
import io.chameleon.client.internal.engine.Engine;
import io.chameleon.client.internal.engine.Settings;
import io.chameleon.client.listen.ClientListener;
import io.chameleon.client.options.ReadMode;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.Require;
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
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Builds a client. Only {@link #metadata} is required. A bad value is an {@link IllegalArgumentException} with one line
 * that names it. The caller closes what it supplies ({@link #network}, {@link #executor}, {@link #scheduler}).
 */
public final class ClientBuilder {
    private final List<Endpoint> metadata = new ArrayList<>();
    private Settings settings = Settings.defaults();
    private @Nullable RpcClient network;
    private @Nullable Path tokenFile;
    private @Nullable CredentialsProvider credentials;
    private @Nullable Path caFile;
    private @Nullable Path certificateFile;
    private @Nullable Path keyFile;
    private boolean verifyHost = true;

    ClientBuilder() {}

    /** Addresses of the metadata service, each {@code host:port}; if one does not answer, the client asks the next. */
    public ClientBuilder metadata(String... addresses) {
        Arguments.require("addresses", addresses);
        for (String address : addresses) {
            Arguments.require("address", address);
            metadata.add(Endpoint.parse(address));
        }
        return this;
    }

    /** Default {@link Timeouts#DEFAULT}. */
    public ClientBuilder timeouts(Timeouts limits) {
        Arguments.require("timeouts", limits);
        settings = settings.withTimeouts(limits);
        return this;
    }

    /** The default read mode; {@link ReadMode#LINEARIZABLE} unless set. */
    public ClientBuilder readMode(ReadMode mode) {
        Arguments.require("readMode", mode);
        settings = settings.withReadMode(mode);
        return this;
    }

    /** Bytes of each segment of the objects this client writes; default and largest 8 MiB. */
    public ClientBuilder segmentBytes(int bytes) {
        settings = settings.withSegmentBytes(bytes);
        return this;
    }

    /**
     * A larger object is stored in chunks, which the balancer moves one by one; default and largest 64 MiB. Rounded
     * down to whole segments, but at least one.
     */
    public ClientBuilder chunkBytes(int bytes) {
        settings = settings.withChunkBytes(bytes);
        return this;
    }

    /**
     * How long to wait for a fragment before asking a second server, until 32 answers of that size give the 98th
     * percentile; default 50 ms.
     */
    public ClientBuilder hedgeAfter(Duration wait) {
        Arguments.require("hedgeAfter", wait);
        settings = settings.withHedgeAfter(wait);
        return this;
    }

    /**
     * How long a server that failed is asked last; default 5 s. Writes avoid a server for twelve times as long if it
     * takes a second and eight times as long as others, twice in a row.
     */
    public ClientBuilder suspicion(Duration time) {
        Arguments.require("suspicion", time);
        settings = settings.withSuspicion(time);
        return this;
    }

    /** Objects whose place is cached; default 10 000, at about 1 KiB each. 0 caches none. */
    public ClientBuilder cachedMappings(int objects) {
        settings = settings.withCachedMappings(objects);
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
        settings = settings.with(told -> told.operationsAtOnce(atOnce).operationsWaiting(waiting));
        return this;
    }

    /** Follows the operations of this client, for metrics and traces. Default: nobody. */
    public ClientBuilder listener(ClientListener follower) {
        Arguments.require("listener", follower);
        settings = settings.withListener(follower);
        return this;
    }

    /**
     * The most bytes of fragments, parity included, that all writes together have in flight; further segments wait,
     * without a deadline. Default 64 MiB; choose less for a link that needs more than half a minute for that.
     */
    public ClientBuilder sendWindow(long bytes) {
        settings = settings.withSendWindow(bytes);
        return this;
    }

    /** The most segments that all reads together have in flight; further ones wait. Default 256. */
    public ClientBuilder readWindow(int segments) {
        settings = settings.withReadWindow(segments);
        return this;
    }

    /**
     * This client's identity, for a cluster that asks for a token: a file with the one line {@code KEYID:SECRET}. Read
     * when the client is built, and again when it changes.
     */
    public ClientBuilder tokenFile(Path file) {
        Arguments.require("tokenFile", file);
        this.tokenFile = file;
        return this;
    }

    /**
     * This client's identity, for a cluster that asks for a token, in place of {@link #tokenFile}. Asked when the
     * client is built, and every five seconds from then on, so a rotated key needs no new client.
     */
    public ClientBuilder credentials(CredentialsProvider provider) {
        Arguments.require("credentials", provider);
        this.credentials = provider;
        return this;
    }

    /**
     * Turns TLS on. The PEM file holds the certificates of the authorities that signed the cluster's. Read again when
     * it changes.
     */
    public ClientBuilder trust(Path caPem) {
        Arguments.require("trust", caPem);
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
        Arguments.require("chainPem", chainPem, "keyPem", keyPem);
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
        settings = settings.withReadMemory(bytes);
        return this;
    }

    /**
     * Bytes that the segments being filled by all writes together should take. A write gets a twelfth of what is left
     * as its size of segments, at most {@link #segmentBytes} and at least 128 KiB. Default: no bound, so that all
     * segments are of {@link #segmentBytes}.
     */
    public ClientBuilder writeMemory(long bytes) {
        settings = settings.withWriteMemory(bytes);
        return this;
    }

    /** Default: Netty, with {@link TransportConfig#defaults()}. */
    public ClientBuilder network(RpcClient given) {
        Arguments.require("network", given);
        this.network = given;
        return this;
    }

    /**
     * Runs coding, assembly, checksums and the caller's continuations; nothing waits there. Work that it does not begin
     * within the operation timeout fails. It needs threads of its own: in {@code Runnable::run}, a continuation that
     * makes a blocking call waits for the network thread that it keeps. Default: a small pool of the client's own.
     */
    public ClientBuilder executor(Executor given) {
        Arguments.require("executor", given);
        settings = settings.withExecutor(given);
        return this;
    }

    /** Times hedges and pauses between tries; default: one daemon thread. */
    public ClientBuilder scheduler(ScheduledExecutorService given) {
        Arguments.require("scheduler", given);
        settings = settings.withScheduler(given);
        return this;
    }

    /** Dates writes: the metadata service refuses those older than its grace period. */
    public ClientBuilder clock(InstantSource given) {
        Arguments.require("clock", given);
        settings = settings.withClock(given);
        return this;
    }

    /** Measures waiting, in nanoseconds; default {@link System#nanoTime}. */
    public ClientBuilder ticker(LongSupplier given) {
        Arguments.require("ticker", given);
        settings = settings.withTicker(given);
        return this;
    }

    /**
     * Makes the keys of write ids and spreads load. It must be unpredictable, different in each client and safe from
     * any thread. Default: {@link SecureRandom}.
     */
    public ClientBuilder random(RandomGenerator given) {
        Arguments.require("random", given);
        settings = settings.withRandom(given);
        return this;
    }

    /** Throws an {@link IllegalStateException} if the class path has an older Netty than the client needs. */
    public ChameleonClient build() {
        Require.that(!metadata.isEmpty(), "metadata", metadata, "at least one host:port");
        Owned owned = new Owned();
        Identity identity = new Identity(tokenFile, credentials, caFile, certificateFile, keyFile, verifyHost);
        RpcClient rpc = network == null ? connected(owned, identity) : given(network, identity);
        Engine engine = Engine.start(settings, rpc, metadata, owned);
        return new ChameleonClient(
                new AsyncChameleonClient(engine, engine.operations(owned)),
                new AsyncChameleonClient(engine, engine.waitedFor()));
    }

    private static RpcClient connected(Owned owned, Identity identity) {
        NettyVersion.require(ClientBuilder.class.getClassLoader());
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
