package io.chameleon.cli.command;

import io.chameleon.cli.kubernetes.KubernetesApi;
import io.chameleon.cli.kubernetes.NodeZone;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon kubernetes zone}. */
@Command(name = "zone", description = "Prints the zone that a node is labelled with, or an empty line.")
@SuppressWarnings("NullAway.Init")
final class KubernetesZoneCommand implements Callable<Integer> {
    private final Map<String, String> environment;

    @Option(names = "--node", required = true, paramLabel = "NAME", description = "The node. Required.")
    private String node;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    KubernetesZoneCommand(Terminal terminal) {
        environment = terminal.environment();
    }

    @Override
    public Integer call() {
        try (KubernetesApi api = KubernetesApi.ofPod(environment, KubernetesApi.CREDENTIALS)) {
            String zone = new NodeZone(api).of(node);
            answers.output().answer(() -> Map.of("node", node, "zone", zone), () -> zone);
        }
        return ExitCode.OK;
    }
}
