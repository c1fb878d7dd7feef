package io.chameleon.cli.kit;

import io.chameleon.balancer.repair.DrainNotes;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.Errors;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.wear.WearReport;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteBucketMoves;
import io.chameleon.transport.client.RemoteGarbageTable;
import io.chameleon.transport.client.RemoteQuotaTable;
import io.chameleon.transport.client.RemoteRemapTable;
import io.chameleon.transport.client.RemoteRepairTable;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.NotGreetedError;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.security.Security;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A cluster that answers, and the ways to talk to it. */
public final class ClusterConnection implements AutoCloseable {
    /**
     * On a busy machine a metadata process takes several seconds for its first answer. An address without a process
     * refuses at once.
     */
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(15);

    private final List<Endpoint> metadata;
    private final Security security;
    private final NettyRpcClient network;
    private final ClusterView view;
    private final Duration timeout;
    private final ChameleonClient client;

    private ClusterConnection(
            List<Endpoint> metadata, Security security, NettyRpcClient network, ClusterView view, Duration timeout) {
        this.metadata = List.copyOf(metadata);
        this.security = security;
        this.network = network;
        this.view = view;
        this.timeout = timeout;
        Duration request = timeout.compareTo(Timeouts.DEFAULT.request()) < 0 ? timeout : Timeouts.DEFAULT.request();
        client = ChameleonClient.builder()
                .metadata(metadata.stream().map(Endpoint::toString).toArray(String[]::new))
                .network(network)
                .timeouts(new Timeouts(request, timeout))
                .build();
    }

    /**
     * @param source where the addresses came from, for the error
     * @param security taken over
     */
    static ClusterConnection open(List<Endpoint> metadata, String source, Security security, Duration timeout) {
        NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults().withSecurity(security));
        try {
            Duration first = timeout.compareTo(FIRST_ANSWER) < 0 ? timeout : FIRST_ANSWER;
            ClusterView view = firstView(new MetadataClient(network, metadata), first);
            return new ClusterConnection(metadata, security, network, view, timeout);
        } catch (CompletionException e) {
            network.close();
            security.close();
            if (Errors.code(e) == ErrorCode.UNAUTHENTICATED) {
                throw new CommandFailure(unauthenticated(Errors.unwrap(e)), e);
            }
            String where = metadata.stream().map(Endpoint::toString).collect(Collectors.joining(", ")) + " (from "
                    + source + ")";
            throw new CommandFailure(isUnreached(e) ? unreached(where, e) : refused(where, e), e);
        } catch (RuntimeException e) {
            network.close();
            security.close();
            throw e;
        }
    }

    /** Whether no metadata service has greeted; what keeps silent or speaks otherwise may be something else. */
    private static boolean isUnreached(Throwable failure) {
        Throwable cause = Errors.unwrap(failure);
        return cause instanceof NotExecutedError
                || cause instanceof NotGreetedError
                || Errors.code(failure) == ErrorCode.PROTOCOL_ERROR;
    }

    private static String unreached(String where, Throwable failure) {
        return "no metadata service at " + where + ": " + Errors.unwrap(failure).getMessage()
                + "; start a cluster with 'chameleon dev', or say where it is with --cluster HOST:PORT";
    }

    private static String refused(String where, Throwable failure) {
        return "the metadata service at " + where + " does not serve: " + ErrorLines.describe(Errors.of(failure));
    }

    /** Where TLS has failed, it may be the cluster that has not said who it is. */
    static String unauthenticated(Throwable refused) {
        String advice = refused.getCause() instanceof SSLException
                ? "Look at --tls-ca-file, --tls-certificate-file and --tls-key-file."
                : "Say who you are with --token-file or CHAMELEON_TOKEN_FILE, or with --tls-certificate-file and"
                        + " --tls-key-file.";
        return refused.getMessage() + " [UNAUTHENTICATED] " + advice;
    }

    /** Asks again while no process refuses: one that has no processor yet greets late. */
    private static ClusterView firstView(MetadataClient metadata, Duration limit) {
        long start = System.nanoTime();
        Duration silence = TransportConfig.defaults().connectTimeout();
        @Nullable CompletionException reason = null;
        while (true) {
            Duration spent = Duration.ofNanos(System.nanoTime() - start);
            try {
                return metadata.clusterView(limit.minus(spent)).join();
            } catch (CompletionException e) {
                Duration now = Duration.ofNanos(System.nanoTime() - start);
                boolean silent = now.minus(spent).compareTo(silence) >= 0;
                if (!silent || now.compareTo(limit) >= 0) {
                    // The last try had no time to learn why nobody greets.
                    throw reason != null && Errors.code(e) == ErrorCode.DEADLINE_EXCEEDED ? reason : e;
                }
                reason = e;
            }
        }
    }

    public ChameleonClient client() {
        return client;
    }

    /** Servers and schemes as of the connection. */
    public ClusterView view() {
        return view;
    }

    /** A server of {@link #view}, or a failure that lists the existing ones. */
    public ServerInfo requireServer(ServerId id) {
        return view.server(id)
                .orElseThrow(() -> new CommandFailure("no server " + id + "; there are "
                        + view.servers().stream()
                                .map(known -> known.id().value())
                                .collect(Collectors.joining(", "))));
    }

    /** The metadata processes that it was told of. */
    public List<Endpoint> metadata() {
        return metadata;
    }

    public RpcClient network() {
        return network;
    }

    public FlashClient flash() {
        return new FlashClient(network);
    }

    public RemoteRemapTable remaps() {
        return new RemoteRemapTable(network, metadata, timeout);
    }

    public RemoteGarbageTable garbage() {
        return new RemoteGarbageTable(network, metadata, timeout);
    }

    public RemoteQuotaTable quotas() {
        return new RemoteQuotaTable(network, metadata, timeout);
    }

    public RemoteBucketMoves moves() {
        return new RemoteBucketMoves(network, metadata, timeout);
    }

    public RemoteRepairTable repairs() {
        return new RemoteRepairTable(network, metadata, timeout);
    }

    /** What is in the way of drains, by the view of the connection. */
    public DrainNotes drainNotes() {
        return new DrainNotes(new DrainNotes.Cluster() {
            @Override
            public ClusterView view() {
                return view;
            }

            @Override
            public Collection<BucketSchemes> bucketSchemes() {
                return client.buckets().stream().map(BucketInfo::schemes).toList();
            }

            @Override
            public CompletableFuture<WearReport> wear(ServerInfo server) {
                return flash().wear(Endpoint.of(server), timeout);
            }
        });
    }

    public Duration timeout() {
        return timeout;
    }

    @Override
    public void close() {
        client.close();
        network.close();
        security.close();
    }
}
