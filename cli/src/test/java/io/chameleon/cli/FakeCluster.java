package io.chameleon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.server.Parts;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.testkit.fake.FakeMetadata;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.server.HostedServer;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The testkit's metadata service and flash servers {@code flash-0} … behind ports on loopback, where commands find
 * them. A test may give answers in their place: what a table or a line of JSON shows then is known exactly.
 */
public final class FakeCluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String METADATA = "metadata";
    private static final Duration GRACE = Duration.ofHours(1);
    private static final TransportConfig TRANSPORT =
            TransportConfig.defaults().with().ioThreads(1).build();

    private final Parts parts = new Parts();
    private final InMemoryMappingTable table = new InMemoryMappingTable(InstantSource.system(), GRACE);
    private final List<FakeFlashServer> servers = new CopyOnWriteArrayList<>();
    private final FakeMetadata metadata = new FakeMetadata(table, this::infos);
    private final Map<String, Function<Message, MessageLite>> given = new ConcurrentHashMap<>();
    private final String address;

    public FakeCluster(int count) {
        this(count, number -> "");
    }

    /** @param zones of the servers, by their numbers */
    public FakeCluster(int count, IntFunction<String> zones) {
        List<HostedServer> hosted = IntStream.range(0, count)
                .mapToObj(number -> new HostedServer(
                        "flash-" + number,
                        answering(
                                "flash-" + number,
                                (request, context) -> servers.get(number).handle(request, context))))
                .toList();
        int port = parts.opened(new NettyRpcServer(HOST, 0, hosted, TRANSPORT, () -> ""))
                .port();
        for (int number = 0; number < count; number++) {
            servers.add(new FakeFlashServer(new ServerInfo(
                    new ServerId("flash-" + number), HOST, port, zones.apply(number), 1L << 30, ServerInfo.Status.UP)));
        }
        address = HOST + ":"
                + parts.opened(new NettyRpcServer(HOST, 0, answering(METADATA, metadata), TRANSPORT))
                        .port();
    }

    private RpcHandler answering(String process, RpcHandler fake) {
        return (request, context) -> {
            Function<Message, MessageLite> answer = given.get(process + " " + request.type());
            return answer == null
                    ? fake.handle(request, context)
                    : CompletableFuture.completedFuture(Message.of(request.type(), answer.apply(request)));
        };
    }

    private List<ServerInfo> infos() {
        return servers.stream().map(FakeFlashServer::info).toList();
    }

    /** Answers requests of a type to the metadata service; it may throw a {@code ChameleonError}. */
    public void answer(MessageType type, Function<Message, MessageLite> answer) {
        given.put(METADATA + " " + type, answer);
    }

    /** The same of a flash server. */
    public void answer(int server, MessageType type, Function<Message, MessageLite> answer) {
        given.put("flash-" + server + " " + type, answer);
    }

    /** Where the metadata service listens, {@code host:port}. */
    public String address() {
        return address;
    }

    public InMemoryMappingTable table() {
        return table;
    }

    public FakeMetadata metadata() {
        return metadata;
    }

    public FakeFlashServer server(int number) {
        return servers.get(number);
    }

    /** Runs a command that finds this cluster by the environment; it may write one line to stderr, not more. */
    public CommandLineRun run(String... args) {
        return runWith(new byte[0], args);
    }

    public CommandLineRun runWith(byte[] stdin, String... args) {
        CommandLineRun run = CommandLineRun.of(Map.of("CHAMELEON_CLUSTER", address), stdin, args);
        assertThat(run.stderr().lines().count()).as(run.stderr()).isLessThanOrEqualTo(1);
        return run;
    }

    /** As {@link #run}; fails if the command does not succeed. */
    public CommandLineRun succeeding(String... args) {
        CommandLineRun run = run(args);
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(ExitCode.OK);
        return run;
    }

    @Override
    public void close() {
        parts.close();
    }
}
