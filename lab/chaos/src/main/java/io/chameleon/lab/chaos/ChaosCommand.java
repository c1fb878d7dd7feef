package io.chameleon.lab.chaos;

import io.chameleon.cli.output.Output;
import io.chameleon.core.Durations;
import io.chameleon.core.Require;
import io.chameleon.node.embedded.Directories;
import io.chameleon.node.units.ByteSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code chameleon chaos}. */
@Command(
        name = "chaos",
        description = {
            "Kills everything, again and again, and checks that nothing acknowledged is lost.",
            "Starts a cluster in which every role, PostgreSQL and ZooKeeper are processes, puts load on it, and kills, pauses and"
                    + " cuts off its parts in the middle of transitions. At the end everything is read back and every operation is"
                    + " checked: no acknowledged write lost, no stale read, every byte as written. Exit code 1 if anything is not"
                    + " as it should be. Needs Linux."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class ChaosCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ChaosCommand.class);
    private static final String ALL = "all";
    private static final String NONE = "none";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "Load under faults; a fraction is fine. Default: ${DEFAULT-VALUE}.")
    private double minutes = 5;

    @Option(
            names = "--operations",
            paramLabel = "N",
            description = "Go on past --minutes until so many operations are acknowledged. Default: ${DEFAULT-VALUE}.")
    private long operations;

    @Option(
            names = "--kills",
            paramLabel = "N",
            description = "Go on past --minutes until so many processes were killed. Default: ${DEFAULT-VALUE}.")
    private int kills;

    @Option(
            names = "--until",
            paramLabel = "FILE",
            description = "Go on past --minutes until this file exists: for faults that somebody else makes.")
    private @Nullable Path until;

    @Option(
            names = "--kills-per-minute",
            paramLabel = "N",
            description =
                    "Processes killed, on average; a fifth as many are paused and a quarter as many links disturbed."
                            + " Default: ${DEFAULT-VALUE}.")
    private double killsPerMinute = 18;

    @Option(
            names = "--disasters",
            split = ",",
            paramLabel = "NAME",
            description = {
                "What happens on top of that, one at a time: ${COMPLETION-CANDIDATES}; or none. Default: all.",
                "docs/internals/chaos.md says what each is."
            },
            completionCandidates = DisasterNames.class)
    private List<String> disasters = List.of(ALL);

    @Option(
            names = "--disasters-per-minute",
            paramLabel = "N",
            description = "How often, on average; each takes a minute or more. Default: ${DEFAULT-VALUE}.")
    private double disastersPerMinute = 0.5;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of every choice. Default: a new one, which is told.")
    private @Nullable Long seed;

    @Option(names = "--servers", paramLabel = "N", description = "Flash servers. Default: ${DEFAULT-VALUE}.")
    private int servers = 8;

    @Option(
            names = "--clients",
            paramLabel = "N",
            description = "Clients of the SDK, each with 3 operations under way. Default: ${DEFAULT-VALUE}.")
    private int clients = 4;

    @Option(
            names = "--gateways",
            paramLabel = "N",
            description =
                    "S3 gateways, killed like the rest. For each, clients of S3 have 4 operations under way: on the objects of the"
                            + " other clients, and in a bucket that keeps versions. Default: ${DEFAULT-VALUE}.")
    private int gateways = 2;

    @Option(
            names = "--operations-per-second",
            paramLabel = "N",
            description =
                    "Operations that all clients together begin, at most; 0: as many as are answered. Default: ${DEFAULT-VALUE}.")
    private int operationsPerSecond;

    @Option(
            names = "--keys",
            paramLabel = "N",
            description = "Objects that the clients share. Default: ${DEFAULT-VALUE}.")
    private int keys = 2_000;

    @Option(
            names = "--server-bytes",
            paramLabel = "SIZE",
            description = "Capacity of each server. Default: ${DEFAULT-VALUE}.")
    private String serverBytes = "128MiB";

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            description =
                    "How long at most to wait, after all faults, until every fragment that belongs to no object has been"
                            + " collected. A write that was never committed is collected after some three minutes; 0s does not look."
                            + " Default: ${DEFAULT-VALUE}.")
    private String settle = "10m";

    @Option(
            names = "--database",
            paramLabel = "URL",
            description =
                    "JDBC URL, with user and password, of an empty database that somebody else runs, and fails over. Default: a"
                            + " PostgreSQL of the run's own, which is killed like the rest.")
    private String database = "";

    @Option(
            names = "--databases",
            paramLabel = "N",
            description =
                    "PostgreSQL servers over which the mapping table is spread, up to 4. With several, slices of a bucket move between them all the"
                            + " time. Default: ${DEFAULT-VALUE}.")
    private int databases = 1;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description =
                    "Empty directory for the cluster's data and logs. Default: a temporary one, deleted if the run passes or is"
                            + " interrupted.")
    private @Nullable Path data;

    @Option(names = "--report", paramLabel = "DIR", description = "Where the report goes. Default: ${DEFAULT-VALUE}.")
    private Path report = Path.of("chaos-report");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json",
            description = "Form of the answer; with json, one JSON object on stdout.")
    private Output.Format format = Output.Format.table;

    @Override
    public Integer call() throws Exception {
        Output output = new Output(spec.commandLine().getOut(), format);
        ChaosConfig config = ChaosConfigBuilder.builder()
                .length(Duration.ofMillis(Math.round(minutes * 60_000)))
                .operations(operations)
                .kills(kills)
                .until(Optional.ofNullable(until))
                .killsPerMinute(killsPerMinute)
                .disasters(disasters())
                .disastersPerMinute(disastersPerMinute)
                .seed(seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed)
                .servers(servers)
                .clients(clients)
                .gateways(gateways)
                .operationsPerSecond(operationsPerSecond)
                .keys(keys)
                .serverBytes(ByteSize.parse("--server-bytes", serverBytes))
                .settle(Durations.parse("--settle", settle))
                .database(database)
                .databases(databases)
                .data(data == null ? temporary() : data)
                .report(report)
                .build();
        ChaosReport result = Chaos.run(config, output::say, () -> {
            if (data == null) {
                tidy(config.data());
            }
        });
        if (data == null && result.isClean()) {
            Directories.delete(config.data());
        }
        output.answer(result::json, result::text);
        return result.isClean() ? 0 : 1;
    }

    private Set<Disaster> disasters() {
        if (disasters.equals(List.of(ALL))) {
            return EnumSet.allOf(Disaster.class);
        }
        if (disasters.equals(List.of(NONE))) {
            return Set.of();
        }
        return disasters.stream().map(ChaosCommand::disaster).collect(Collectors.toSet());
    }

    private static Disaster disaster(String name) {
        return Arrays.stream(Disaster.values())
                .filter(disaster -> disaster.label().equals(name))
                .findFirst()
                .orElseThrow(() -> Require.violation(
                        "--disasters", name, "all, none, or some of " + String.join(",", new DisasterNames())));
    }

    /** For help and completion. */
    static final class DisasterNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Disaster.values()).map(Disaster::label).iterator();
        }
    }

    /** After an interrupt, which ended the run before there was anything to look at. */
    static void tidy(Path directory) {
        try {
            Directories.delete(directory);
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("{} is left: {}", directory, e.toString());
        }
    }

    private static Path temporary() {
        return Path.of(
                System.getProperty("java.io.tmpdir"),
                "chameleon-chaos-" + ProcessHandle.current().pid());
    }
}
