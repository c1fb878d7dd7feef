package io.chameleon.it.k8s;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A command of the command line in a pod of its own, which runs until it ends; its answers are lines of JSON. */
final class ToolPod implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private static final Pattern CREDENTIALS = Pattern.compile("CHAMELEON_(TOKEN_FILE|TLS_.*)");
    private static final Set<String> VOLUMES = Set.of("auth", "tls-admin");
    /** So that there are nodes to lose without it, and without the cluster's single-copy services. */
    private static final Affinity BESIDE_THE_DATABASE = new AffinityBuilder()
            .withNewPodAffinity()
            .addNewPreferredDuringSchedulingIgnoredDuringExecution()
            .withWeight(100)
            .withNewPodAffinityTerm()
            .withTopologyKey("kubernetes.io/hostname")
            .withNewLabelSelector()
            .addToMatchLabels("app.kubernetes.io/component", "postgresql")
            .endLabelSelector()
            .endPodAffinityTerm()
            .endPreferredDuringSchedulingIgnoredDuringExecution()
            .endPodAffinity()
            .build();

    private final PodResource pod;

    ToolPod(Release release, String name, List<String> args) {
        // Only the toolbox has an operator's token or certificate.
        Pod toolbox = release.pods(Release.TOOLBOX).getFirst();
        Container operator = toolbox.getSpec().getContainers().getFirst();
        Pod wanted = new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(Map.of("app.kubernetes.io/component", "tool"))
                .endMetadata()
                .withNewSpec()
                .withRestartPolicy("Never")
                .withEnableServiceLinks(false)
                .withAutomountServiceAccountToken(false)
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withRunAsUser(10001L)
                .withFsGroup(10001L)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .withAffinity(BESIDE_THE_DATABASE)
                .addNewContainer()
                .withName("tool")
                .withImage(operator.getImage())
                .withImagePullPolicy("IfNotPresent")
                .withArgs(args)
                .withNewResources()
                .addToRequests(Map.of("cpu", new Quantity("50m"), "memory", new Quantity("256Mi")))
                .addToLimits(Map.of("memory", new Quantity("768Mi")))
                .endResources()
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .withEnv(operator.getEnv().stream()
                        .filter(variable ->
                                CREDENTIALS.matcher(variable.getName()).matches())
                        .toList())
                .withVolumeMounts(operator.getVolumeMounts().stream()
                        .filter(mount -> VOLUMES.contains(mount.getName()))
                        .toList())
                .addNewVolumeMount()
                .withName("tmp")
                .withMountPath("/tmp")
                .endVolumeMount()
                .endContainer()
                .withVolumes(toolbox.getSpec().getVolumes().stream()
                        .filter(volume -> VOLUMES.contains(volume.getName()))
                        .toList())
                .addNewVolume()
                .withName("tmp")
                .withNewEmptyDir()
                .endEmptyDir()
                .endVolume()
                .endSpec()
                .build();
        pod = release.client().pods().inNamespace(release.namespace()).withName(name);
        pod.withGracePeriod(0).delete();
        await("no pod " + name).atMost(Duration.ofMinutes(1)).until(() -> pod.get() == null);
        release.client()
                .pods()
                .inNamespace(release.namespace())
                .resource(wanted)
                .create();
    }

    /** The last whole line of its log; empty before the first. */
    Optional<JsonNode> lastAnswer() {
        String log;
        try {
            log = pod.tailingLines(5).getLog();
        } catch (RuntimeException e) {
            return Optional.empty();
        }
        return log.lines()
                .filter(line -> line.startsWith("{") && line.endsWith("}"))
                .reduce((a, b) -> b)
                .map(line -> {
                    try {
                        return JSON.readTree(line);
                    } catch (IOException e) {
                        throw new UncheckedIOException(line, e);
                    }
                });
    }

    /** The node that it runs on. */
    String node() {
        return pod.get().getSpec().getNodeName();
    }

    boolean hasEnded() {
        Pod now = pod.get();
        return now != null && ENDED.contains(now.getStatus().getPhase());
    }

    /** Runs a program in the pod, which must succeed. */
    void run(String... command) {
        int exitCode = Release.exitCode(pod, command);
        if (exitCode != 0) {
            throw new IllegalStateException(String.join(" ", command) + " in a pod: exit code " + exitCode);
        }
    }

    /** Waits for its end. Returns its exit code. */
    int exitCode(Duration limit) {
        await("the end of " + pod.get().getMetadata().getName())
                .atMost(limit)
                .pollInterval(Duration.ofSeconds(1))
                .ignoreExceptions()
                .until(this::hasEnded);
        return pod.get()
                .getStatus()
                .getContainerStatuses()
                .getFirst()
                .getState()
                .getTerminated()
                .getExitCode();
    }

    String log() {
        return pod.getLog();
    }

    @Override
    public void close() {
        pod.withGracePeriod(0).delete();
    }
}
