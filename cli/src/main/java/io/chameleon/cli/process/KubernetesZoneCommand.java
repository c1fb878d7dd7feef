package io.chameleon.cli.process;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.node.kubernetes.KubernetesApi;
import io.chameleon.node.kubernetes.NodeZone;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon kubernetes zone}. */
@Command(name = "zone", description = "Prints the zone that a node is labelled with, or an empty line.")
@SuppressWarnings("NullAway.Init")
public final class KubernetesZoneCommand implements Callable<Integer> {
    private final Map<String, String> environment;

    @Option(names = "--node", required = true, paramLabel = "NAME", description = "The node. Required.")
    private String node;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public KubernetesZoneCommand(Terminal terminal) {
        environment = terminal.environment();
    }

    @Override
    public Integer call() {
        try (KubernetesApi api = KubernetesApi.ofPod(environment, KubernetesApi.CREDENTIALS)) {
            String zone = new NodeZone(api).of(node);
            answers.answer(() -> Map.of("node", node, "zone", zone), () -> zone);
        }
        return ExitCode.OK;
    }
}
