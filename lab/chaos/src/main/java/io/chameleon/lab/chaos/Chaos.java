package io.chameleon.lab.chaos;

import io.chameleon.lab.chaos.history.VersionsHistory;
import io.chameleon.lab.chaos.load.Load;
import io.chameleon.lab.chaos.process.ClusterSpec;
import io.chameleon.lab.chaos.process.Ending;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.proxy.FaultProxy;
import io.chameleon.lab.common.ReportFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;

/** A chaos run from the start of the cluster to the verdict. */
public final class Chaos {
    private static final Duration SAY_EVERY = Duration.ofSeconds(10);

    private final ChaosConfig config;
    private final Consumer<String> say;
    private final Ending ending;

    private Chaos(ChaosConfig config, Consumer<String> say, Ending ending) {
        this.config = config;
        this.say = say;
        this.ending = ending;
    }

    /**
     * Runs and writes the report.
     *
     * @param say receives a progress line now and then
     * @throws IllegalStateException in one line if the cluster cannot be started
     */
    public static ChaosReport run(ChaosConfig config, Consumer<String> say) throws Exception {
        return run(config, say, () -> {});
    }

    /**
     * As {@link #run(ChaosConfig, Consumer)}.
     *
     * @param interrupted runs if Ctrl-C or a signal ends this process, once nothing of the cluster runs
     */
    static ChaosReport run(ChaosConfig config, Consumer<String> say, Runnable interrupted) throws Exception {
        Ending ending = new Ending(interrupted);
        try {
            ChaosReport report = new Chaos(config, say, ending).run();
            if (!report.isClean()) {
                ending.awaitIfBegun();
            }
            return report;
        } catch (Exception e) {
            ending.awaitIfBegun();
            throw e;
        }
    }

    private ChaosReport run() throws Exception {
        ClusterSpec spec = Setup.of(config);
        ReportFiles.prepare("--report", config.report());
        RandomGenerator random = RandomGeneratorFactory.getDefault().create(config.seed());
        say.accept("seed " + config.seed() + ", data and logs in " + spec.directory());
        try (FaultProxy proxy = new FaultProxy();
                ProcessCluster cluster = ProcessCluster.start(spec, proxy, ending);
                Load load = new Load(
                        cluster, config.clients(), config.keys(), config.operationsPerSecond(), random.nextLong());
                Watch watch = new Watch(cluster);
                Movements movements = new Movements(
                        cluster.moves(),
                        cluster.databases(),
                        Load.buckets(cluster),
                        new SplittableRandom(random.nextLong()))) {
            say.accept("ready: " + cluster.members().size() + " processes, "
                    + proxy.links().size() + " links");
            Injector injector = new Injector(
                    cluster,
                    proxy.links(),
                    watch,
                    load.tally()::acknowledgedOperations,
                    config,
                    RandomGeneratorFactory.getDefault().create(random.nextLong()));
            long start = System.nanoTime();
            load.start(random);
            try (Speaker speaker = new Speaker(SAY_EVERY, () -> say.accept(progress(start, load, injector, watch)))) {
                injector.run(() -> System.nanoTime() - start < config.length().toNanos()
                        || load.tally().acknowledgedOperations() < config.operations()
                        || injector.killed() < config.kills()
                        || isAwaited(config.until()));
            }
            List<String> violations = new ArrayList<>(movements.end());
            double seconds = (System.nanoTime() - start) / 1e9;
            load.stop();
            Timeline reads = Timeline.reads(load.history(), start);
            Timeline writes = Timeline.writes(load.history(), start);
            say.accept("healed; reading everything back");
            Aftermath.Findings aftermath = Aftermath.of(cluster, load, config.settle(), random);
            say.accept(
                    "checking " + load.tally().acknowledgedOperations() + " operations on " + config.keys() + " keys");
            violations.addAll(violations(load, watch.seen(), injector.violations(), injector.events(), aftermath));
            ChaosReport report = new ChaosReport(new ChaosResult(
                    config,
                    violations,
                    seconds,
                    Stream.concat(injector.events().stream(), movements.events().stream())
                            .toList(),
                    reads,
                    writes,
                    load.versions().map(VersionsHistory::answered).orElse(0L),
                    load.tally(),
                    aftermath,
                    watch.seen().mostInState(),
                    watch.seen().epochs(),
                    watch.seen().fences()));
            report.write();
            load.history().write(config.report().resolve("history.csv.gz"), Load::keyName);
            if (load.versions().isPresent()) {
                load.versions().get().write(config.report().resolve("versions.csv.gz"), Load::versionedName);
            }
            return report;
        }
    }

    private static boolean isAwaited(Optional<Path> until) {
        return until.isPresent() && !Files.exists(until.get());
    }

    /**
     * What must not be, a line each.
     *
     * @param undone by disasters: what was not restored after them
     */
    static List<String> violations(
            Load load, Observations seen, List<String> undone, List<FaultEvent> events, Aftermath.Findings aftermath) {
        List<String> violations = new ArrayList<>();
        load.tally().damage().forEach(what -> violations.add("damaged: " + what));
        load.history()
                .violations()
                .forEach((key, why) -> violations.add("not linearizable: " + Load.keyName(key) + ": " + why));
        load.versions()
                .ifPresent(versions -> versions.violations()
                        .forEach((key, why) ->
                                violations.add("not linearizable: " + Load.versionedName(key) + ": " + why)));
        violations.addAll(seen.violations());
        violations.addAll(undone);
        violations.addAll(aftermath.violations());
        events.stream()
                .filter(event -> event.kind() == FaultEvent.Kind.ENDED)
                .forEach(event -> violations.add("ended by itself: " + event.target()));
        return violations;
    }

    private static String progress(long start, Load load, Injector injector, Watch watch) {
        double seconds = (System.nanoTime() - start) / 1e9;
        long operations = load.tally().acknowledgedOperations();
        return String.format(
                Locale.ROOT,
                "%5.0f s: %d kills, %d operations acknowledged (%.0f/s), %d objects in transition",
                seconds,
                injector.killed(),
                operations,
                operations / seconds,
                watch.inTransition());
    }
}
