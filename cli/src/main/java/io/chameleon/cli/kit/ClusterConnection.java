package io.chameleon.cli.kit;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.Timeouts;
import io.chameleon.client.error.Errors;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.NettyRpcClient;
import io.chameleon.transport.RpcClient;
import io.chameleon.transport.TransportConfig;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteGarbageTable;
import io.chameleon.transport.client.RemoteQuotaTable;
import io.chameleon.transport.client.RemoteRemapTable;
import io.chameleon.transport.client.RemoteRepairTable;
import io.chameleon.transport.security.Security;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/** A cluster that answers, and the ways to talk to it. */
public final class ClusterConnection implements AutoCloseable {
    /** A metadata process on a busy machine takes several seconds over its first answer. Who is not there at all refuses at once. */
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(15);

    private final List<Endpoint> metadata;
    private final Security security;
    private final NettyRpcClient network;
    private final ClusterView view;
    private final Duration timeout;
    private final ChameleonClient client;

    private ClusterConnection(
            List<Endpoint> metadata, Security security, NettyRpcClient network, ClusterView view, Duration timeout) {
        this.metadata = metadata;
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
     * @param source how we came by the addresses, for the error
     * @param security taken over
     */
    static ClusterConnection open(List<Endpoint> metadata, String source, Security security, Duration timeout) {
        NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults().withSecurity(security));
        try {
            Duration first = timeout.compareTo(FIRST_ANSWER) < 0 ? timeout : FIRST_ANSWER;
            ClusterView view =
                    new MetadataClient(network, metadata).clusterView(first).join();
            return new ClusterConnection(metadata, security, network, view, timeout);
        } catch (CompletionException e) {
            network.close();
            security.close();
            if (Errors.code(e) == ErrorCode.UNAUTHENTICATED) {
                throw new CommandFailure(
                        Errors.unwrap(e).getMessage() + " [UNAUTHENTICATED] Say who you are with --token-file or"
                                + " CHAMELEON_TOKEN_FILE, or with --tls-certificate-file and --tls-key-file.",
                        e);
            }
            throw new CommandFailure(
                    "no metadata service at "
                            + String.join(
                                    ", ",
                                    metadata.stream().map(Endpoint::toString).toList())
                            + " (from " + source + "): " + Errors.unwrap(e).getMessage()
                            + "; start a cluster with 'chameleon dev', or say where it is with --cluster HOST:PORT",
                    e);
        } catch (RuntimeException e) {
            network.close();
            security.close();
            throw e;
        }
    }

    public ChameleonClient client() {
        return client;
    }

    /** Servers and schemes as of the connection. */
    public ClusterView view() {
        return view;
    }

    /** A server of {@link #view}, or a failure that names those there are. */
    public ServerInfo requireServer(ServerId id) {
        return view.server(id)
                .orElseThrow(() -> new CommandFailure("no server " + id + "; there are "
                        + view.servers().stream()
                                .map(known -> known.id().value())
                                .collect(Collectors.joining(", "))));
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

    public RemoteRepairTable repairs() {
        return new RemoteRepairTable(network, metadata, timeout);
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
