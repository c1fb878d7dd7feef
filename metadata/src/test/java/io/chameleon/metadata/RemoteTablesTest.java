package io.chameleon.metadata;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.MappingTableContract;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.Tables;
import io.chameleon.core.mapping.table.VersionContract;
import io.chameleon.core.redundancy.IllegalTransitionException;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.metadata.batch.CommitBatcher;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.request.MetadataTables;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteGarbageTable;
import io.chameleon.transport.client.RemoteQuotaTable;
import io.chameleon.transport.client.RemoteRemapTable;
import io.chameleon.transport.client.RemoteRepairTable;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;

/** The whole contract again, through typed clients, wire messages, endpoint and batcher. */
class RemoteTablesTest extends MappingTableContract implements VersionContract {
    private static final Endpoint METADATA = new Endpoint("metadata", 7400);
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private static final Pattern TRANSITION = Pattern.compile("no transition from (\\w+) on (\\w+)");

    private final List<AutoCloseable> open = new ArrayList<>();

    @Override
    protected Tables emptyTables(InstantSource clock, Duration grace) {
        InMemoryMappingTable table = new InMemoryMappingTable(clock, grace);
        MetadataMetrics metrics = new MetadataMetrics(new SimpleMeterRegistry());
        CommitBatcher commits = new CommitBatcher(table::commit, 2, 8, 100, System::nanoTime, metrics);
        ClusterView view = new ClusterView(
                IntStream.range(0, 12)
                        .mapToObj(i -> new ServerInfo(
                                new ServerId("flash-" + i), "host", 7000, "", 1 << 30, ServerInfo.Status.UP))
                        .toList(),
                RedundancyScheme.REP_3,
                RedundancyScheme.EC_4_2,
                64,
                1);
        MetadataEndpoint endpoint = new MetadataEndpoint(
                MetadataTables.of(table, new FakeGrants(), table, table.buckets(), table.uploads(), table.versions()),
                () -> view,
                commits,
                100,
                4,
                System::nanoTime,
                metrics);
        LoopbackNetwork network = new LoopbackNetwork();
        network.bind(METADATA, endpoint);
        open.addAll(List.of(network, endpoint, commits));
        Tables tables = new Tables(
                new RemoteMappingTable(new MetadataClient(network, List.of(METADATA))),
                withItsOwnExceptions(new RemoteRemapTable(network, List.of(METADATA), TIMEOUT)),
                new RemoteGarbageTable(network, List.of(METADATA), TIMEOUT),
                new RemoteRepairTable(network, List.of(METADATA), TIMEOUT),
                new RemoteQuotaTable(network, List.of(METADATA), TIMEOUT),
                new RemoteBuckets(new MetadataClient(network, List.of(METADATA))),
                new RemoteUploadTable(new MetadataClient(network, List.of(METADATA)).uploads()),
                table::registered,
                table::claimed);
        return tables.with(new RemoteVersionTable(new MetadataClient(network, List.of(METADATA)).versions()));
    }

    @Override
    public Tables emptyModel(InstantSource clock, Duration grace) {
        InMemoryMappingTable table = new InMemoryMappingTable(clock, grace);
        return Tables.of(table, table.buckets(), table.uploads(), table::registered, table::claimed);
    }

    /** A plan's errors travel as INVALID_REQUEST; this maps them back to the exceptions of the port. */
    private static RemapTable withItsOwnExceptions(RemapTable remote) {
        return (RemapTable) Proxy.newProxyInstance(
                RemapTable.class.getClassLoader(), new Class<?>[] {RemapTable.class}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(remote, arguments);
                    } catch (InvocationTargetException e) {
                        throw asInTheProcess(e.getTargetException());
                    }
                });
    }

    private static Throwable asInTheProcess(Throwable thrown) {
        if (!(thrown instanceof ChameleonError error) || error.code() != ErrorCode.INVALID_REQUEST) {
            return thrown;
        }
        String message = String.valueOf(error.getMessage());
        Matcher transition = TRANSITION.matcher(message);
        if (transition.find()) {
            return new IllegalTransitionException(
                    RedundancyState.valueOf(transition.group(1)), RedundancyEvent.valueOf(transition.group(2)));
        }
        return message.startsWith("mapping of ") ? new IllegalArgumentException(message) : thrown;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
    }
}
