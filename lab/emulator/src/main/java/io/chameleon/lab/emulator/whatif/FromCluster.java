package io.chameleon.lab.emulator.whatif;

import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.TimeConverter;
import io.chameleon.cli.output.Output;
import io.chameleon.core.Require;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.choice.WearPolicies;
import io.chameleon.policy.rival.NonePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The options of {@code chameleon emulate --from-cluster}, and what it does. */
public final class FromCluster {
    private static final String NAME = "--from-cluster";
    private static final List<String> COMPARED = List.of("chameleon", "edm-hdf", "predictive");
    private static final int DEFAULT_EPOCHS = 48;
    private static final int MOST_OBJECTS = 1_000_000;

    /** Options of the command that apply here, too; those declared here apply to a live cluster only. */
    private static final Set<String> SHARED =
            Set.of("--scheme", "--epochs", "--set", "--seeds", "--output", "--debug", "--help");

    @Option(
            names = NAME,
            description =
                    "Ask a live cluster for wear, endurance and heat, and tell how long each device will last without"
                            + " balancing and under each policy. Changes nothing in it.")
    private boolean asked;

    @Mixin
    private final ClusterOptions cluster;

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "With --from-cluster: most objects to model, drawn at random. Default: ${DEFAULT-VALUE}.")
    private int sample = 20_000;

    @Option(
            names = "--epoch",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "With --from-cluster: length of the cluster's epochs, as its balancer has it. Default: 1h.")
    private Duration epoch = Duration.ofHours(1);

    @Option(names = "--details", description = "With --from-cluster: show each device, however many there are.")
    private boolean details;

    public FromCluster(Map<String, String> environment) {
        cluster = new ClusterOptions(environment);
    }

    /**
     * Whether the answer is to come from a live cluster.
     *
     * @throws IllegalArgumentException for an option that does not go with that
     */
    public boolean isAsked(ParseResult parsed) {
        Set<String> own = CommandSpec.forAnnotatedObject(this).optionsMap().keySet();
        for (OptionSpec option : parsed.matchedOptionsSet()) {
            String name = option.longestName();
            String given = String.join(" ", option.originalStringValues());
            Require.that(asked || !own.contains(name), name, given, NAME + " with it");
            Require.that(
                    !asked || own.contains(name) || SHARED.contains(name), name, given, "no such option with " + NAME);
        }
        return asked;
    }

    /**
     * Asks and answers.
     *
     * @param schemes policies asked for; empty for the usual ones
     * @param epochs of the runs; 0 for the usual number
     * @param seeds a single one
     */
    public void run(List<String> schemes, int epochs, PolicyConfig config, List<Long> seeds, Output output)
            throws InterruptedException {
        Require.that(sample >= 1 && sample <= MOST_OBJECTS, "--sample", sample, "1 to " + MOST_OBJECTS + " objects");
        Require.that(epoch.toMillis() >= 1_000, "--epoch", epoch, "1s or more");
        Require.that(seeds.size() == 1, "--seeds", seeds, "one seed with " + NAME);
        long seed = seeds.getFirst();
        List<String> policies = policies(schemes, config);
        LiveCluster live;
        try (ClusterConnection connection = cluster.connect()) {
            live = new ClusterReader(connection, sample, new SplittableRandom(seed)).read();
        }
        ClusterModel model = ClusterModel.of(live, epochs == 0 ? DEFAULT_EPOCHS : epochs, seed);
        Answer answer = new Answer(live, model, epoch, new WhatIf(live, model, config, seed).under(policies));
        output.answer(answer::json, () -> answer.text(details));
    }

    /** The policy without balancing comes first: others are compared with it. */
    private static List<String> policies(List<String> schemes, PolicyConfig config) {
        Set<String> policies = new LinkedHashSet<>(List.of(NonePolicy.NAME));
        policies.addAll(schemes.isEmpty() ? COMPARED : schemes);
        policies.forEach(policy -> WearPolicies.byName(policy, config));
        return new ArrayList<>(policies);
    }
}
