package io.chameleon.client.internal.engine;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Budget;
import io.chameleon.client.internal.call.Ends;
import io.chameleon.client.internal.call.HedgeDelay;
import io.chameleon.client.internal.call.Limits;
import io.chameleon.client.internal.call.Operations;
import io.chameleon.client.internal.call.Owned;
import io.chameleon.client.internal.call.QueuedNetwork;
import io.chameleon.client.internal.call.Retry;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.call.Window;
import io.chameleon.client.internal.call.Workers;
import io.chameleon.client.internal.cluster.ClusterCache;
import io.chameleon.client.internal.cluster.MappingCache;
import io.chameleon.client.internal.cluster.RecentlyUsed;
import io.chameleon.client.internal.cluster.ServerHealth;
import io.chameleon.client.internal.read.ObjectReads;
import io.chameleon.client.internal.write.ObjectWriter;
import io.chameleon.client.internal.write.SegmentSizes;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.WriteIds;
import io.chameleon.core.WriteKeys;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What does the work of a client, and of all that it makes by {@code ChameleonClient.with}.
 *
 * @param readMode unless options name another
 * @param blocking for the caller's own files and streams
 * @param shared by all operations
 */
public record Engine(
        ClientContext context,
        ObjectWriter writer,
        ObjectReads objects,
        ReadMode readMode,
        SegmentSizes segmentSizes,
        Executor blocking,
        Operations.Shared shared) {
    /** Half of what one connection to an endpoint takes. */
    private static final int MOST_METADATA_CALLS = 512;

    /** Of which it is remembered whether they are sliced. */
    private static final int MOST_BUCKETS = 1_000;

    /**
     * Starts threads, and calls nobody yet.
     *
     * @param metadata addresses of the metadata service
     * @param owned gets what is made here
     */
    public static Engine start(Settings settings, RpcClient network, List<Endpoint> metadata, Owned owned) {
        Pools pools = Pools.of(settings, owned);
        Scope scope = Scope.root(Limits.of(CallOptions.DEFAULT, settings.timeouts()));
        owned.closeWhenForgotten(scope);
        Retry retry = new Retry(pools.timer(), settings.random());
        Workers workers = new Workers(
                pools.worker(),
                pools.blocking(),
                pools.timer(),
                settings.timeouts().operation());
        ClientContext context = context(settings, network, metadata, scope, retry, workers);
        return new Engine(
                context,
                new ObjectWriter(context, settings.chunkBytes()),
                new ObjectReads(context),
                settings.readMode(),
                new SegmentSizes(settings.segmentBytes(), new Budget(settings.writeMemory())),
                pools.blocking(),
                new Operations.Shared(
                        scope,
                        retry,
                        settings.timeouts(),
                        window(settings),
                        workers::deliver,
                        new Ends(settings.listener(), pools.blocking()),
                        settings.ticker(),
                        pools.blocking()));
    }

    private static ClientContext context(
            Settings settings, RpcClient network, List<Endpoint> metadata, Scope scope, Retry retry, Workers workers) {
        WriteKeys keys = new WriteKeys(settings.random());
        MetadataClient service = new MetadataClient(new QueuedNetwork(network, MOST_METADATA_CALLS), metadata, keys);
        Timeouts timeouts = settings.timeouts();
        LongSupplier ticker = settings.ticker();
        return new ClientContext(
                service,
                new FlashClient(network, keys),
                new ClusterCache(service, retry, scope, ticker, timeouts.request(), timeouts.operation()),
                new ServerHealth(ticker, settings.suspicion()),
                new MappingCache(settings.cachedMappings()),
                new RecentlyUsed<>(MOST_BUCKETS, any -> 1),
                new HedgeDelay(settings.hedgeAfter()),
                new WriteIds(settings.clock(), keys),
                retry,
                workers,
                new Window(settings.sendWindow()),
                new Window(settings.readWindow()),
                new Budget(settings.readMemory()),
                settings.random(),
                ticker,
                timeouts);
    }

    private static @Nullable Window window(Settings settings) {
        return settings.operationsAtOnce() == Integer.MAX_VALUE
                ? null
                : new Window(settings.operationsAtOnce(), settings.operationsWaiting());
    }

    /** The frame of operations whose answers arrive on the client's executor. Closing it closes the client. */
    public Operations operations(Owned owned) {
        return new Operations(shared, context.workers()::deliver, CallOptions.DEFAULT, owned);
    }

    /** The frame of operations whose caller waits: answers arrive where they come in. Closing it closes nothing. */
    public Operations waitedFor() {
        return new Operations(shared, Runnable::run, CallOptions.DEFAULT, null);
    }
}
