package io.chameleon.lab.demo;

import io.chameleon.cli.output.Output;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.policy.chameleon.ChameleonPolicy;
import io.chameleon.policy.predictive.PredictivePolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code chameleon demo}. */
@Command(
        name = "demo",
        description = {
            "Shows on a real workload what wear balancing does.",
            "Boots a cluster of flash servers with small simulated SSDs in this process, stores a directory tree, replays a block"
                    + " trace as object overwrites over the network, and does so once without balancing, then once for each wear"
                    + " policy. Prints them side by side, draws the wear of each server, and reads everything back."
                    + " Exit code 1 if anything acknowledged was lost."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--input",
            paramLabel = "DIR",
            description = "Directory tree to store. Default: the working directory.")
    private Path input = Path.of(".");

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "Block trace, CSV time_us,op,offset,size, plain, .gz or .zst. Default: a recording of PostgreSQL under"
                            + " pgbench.")
    private @Nullable Path trace;

    @Option(names = "--limit", paramLabel = "N", description = "Requests of the trace to replay; 0 (default) for all.")
    private long limit;

    @Option(names = "--servers", paramLabel = "N", description = "Flash servers. Default: ${DEFAULT-VALUE}.")
    private int servers = 10;

    @Option(
            names = "--epochs",
            paramLabel = "N",
            description = "Balancing intervals over the replay. Default: ${DEFAULT-VALUE}.")
    private int epochs = 40;

    @Option(
            names = "--initial",
            paramLabel = "REP|EC",
            description = "Redundancy of new objects; sizes the devices. Default: ${DEFAULT-VALUE}.")
    private RedundancyPolicy initial = RedundancyPolicy.EC;

    @Option(
            names = {"--policy", "--policies"},
            paramLabel = "NAME[,NAME...]",
            split = ",",
            description = "Wear policies to compare with none: chameleon, cmt, edm-cdf, edm-hdf, predictive, rep-ec."
                    + " Default: chameleon,predictive.")
    private List<String> policies = List.of(ChameleonPolicy.NAME, PredictivePolicy.NAME);

    @Option(
            names = "--utilisation",
            paramLabel = "SHARE",
            description = "Mean share of each device that the objects fill. Default: ${DEFAULT-VALUE}.")
    private double utilisation = 0.8;

    @Option(
            names = "--writers",
            paramLabel = "N",
            description = "Objects written at a time. Default: ${DEFAULT-VALUE}.")
    private int writers = 16;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the objects' contents. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(names = "--report", paramLabel = "DIR", description = "Where the charts go. Default: ${DEFAULT-VALUE}.")
    private Path report = Path.of("demo-report");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json",
            description = "Form of the answer; with json, the last line of stdout is one JSON object.")
    private Output.Format format = Output.Format.table;

    @Override
    public Integer call() throws Exception {
        DemoConfig config = new DemoConfig(
                input, trace, servers, limit, epochs, writers, utilisation, initial, policies, seed, report);
        Output output = new Output(spec.commandLine().getOut(), format);
        return new Demo(config, output).run() ? 0 : 1;
    }
}
