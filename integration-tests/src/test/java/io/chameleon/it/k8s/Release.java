package io.chameleon.it.k8s;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fabric8.kubernetes.client.dsl.Execable;
import io.fabric8.kubernetes.client.dsl.TtyExecOutputErrorable;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A release of the chart in a namespace: its pods by component, and their metrics. */
final class Release {
    static final String SERVER = "server";
    static final String METADATA = "metadata";
    static final String BALANCER = "balancer";
    static final String TOOLBOX = "toolbox";

    private static final String COMPONENT = "app.kubernetes.io/component";
    private static final Map<String, Integer> ADMIN_PORTS =
            Map.of(SERVER, 7411, METADATA, 7401, BALANCER, 7403, "postgresql", 5433, "zookeeper", 2182);
    /** {@code name{labels} value} */
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)(?:\\{[^}]*})? ([-+0-9.eE]+)$");

    private final KubernetesClient client;
    private final String namespace;
    private final String name;

    Release(KubernetesClient client, String namespace, String name) {
        this.client = client;
        this.namespace = namespace;
        this.name = name;
    }

    KubernetesClient client() {
        return client;
    }

    String namespace() {
        return namespace;
    }

    /** Name of an object of the chart, such as that of a StatefulSet. */
    String object(String component) {
        return name + "-" + component;
    }

    String metadataAddress() {
        return object(METADATA) + ":7400";
    }

    List<Pod> pods(String component) {
        return client
                .pods()
                .inNamespace(namespace)
                .withLabel(COMPONENT, component)
                .withLabel("app.kubernetes.io/instance", name)
                .list()
                .getItems()
                .stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .toList();
    }

    /** Without a grace period: the kubelet kills it with SIGKILL. */
    void kill(Pod pod) {
        client.pods()
                .inNamespace(namespace)
                .withName(pod.getMetadata().getName())
                .withGracePeriod(0)
                .delete();
    }

    /** Runs a program in the main container of a pod. Returns its exit code. */
    int run(Pod pod, String... command) {
        return exitCode(container(pod), command);
    }

    private ContainerResource container(Pod pod) {
        return client.pods()
                .inNamespace(namespace)
                .withName(pod.getMetadata().getName())
                .inContainer(pod.getMetadata().getLabels().get(COMPONENT));
    }

    /** The exit code of a program run in a pod; its output is discarded. */
    static int exitCode(TtyExecOutputErrorable pod, String... command) {
        return ended(pod.writingOutput(OutputStream.nullOutputStream()), command);
    }

    private static int ended(Execable pod, String... command) {
        try (ExecWatch exec = pod.exec(command)) {
            return exec.exitCode().get(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(String.join(" ", command) + " in a pod: " + e.getMessage(), e);
        }
    }

    /** Waits until all wanted pods exist and are ready. */
    void awaitReady(Duration limit, Map<String, Integer> replicas) {
        replicas.forEach((component, count) -> await(component + " ready")
                .atMost(limit)
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptions()
                .until(() -> {
                    List<Pod> pods = pods(component);
                    return pods.size() == count && pods.stream().allMatch(Readiness::isPodReady);
                }));
    }

    /** The wanted replicas of each component. */
    Map<String, Integer> replicas() {
        Map<String, Integer> replicas = new HashMap<>();
        client.apps().statefulSets().inNamespace(namespace).list().getItems().stream()
                .filter(set -> set.getMetadata().getName().startsWith(name + "-"))
                .forEach(set -> replicas.put(
                        set.getMetadata().getLabels().get(COMPONENT),
                        set.getSpec().getReplicas()));
        client.apps().deployments().inNamespace(namespace).list().getItems().stream()
                .filter(deployment -> deployment.getMetadata().getName().startsWith(name + "-"))
                .forEach(deployment -> replicas.put(
                        deployment.getMetadata().getLabels().get(COMPONENT),
                        deployment.getSpec().getReplicas()));
        return replicas;
    }

    /**
     * The value of the first sample of a metric; empty while the pod does not answer. It is fetched from inside: the
     * chart's policies let only the namespace's pods reach it, so a proxy of the API server would wait for nothing.
     */
    Optional<Double> metric(Pod pod, String metric) {
        String component = pod.getMetadata().getLabels().get(COMPONENT);
        String page = "http://127.0.0.1:" + ADMIN_PORTS.get(component) + "/metrics";
        try {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            int code = ended(container(pod).writingOutput(text), "timeout", "10", "wget", "-q", "-O", "-", page);
            Matcher matcher = SAMPLE.matcher(code == 0 ? text.toString(StandardCharsets.UTF_8) : "");
            while (matcher.find()) {
                if (matcher.group(1).equals(metric)) {
                    return Optional.of(Double.valueOf(matcher.group(2)));
                }
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** The balancer that leads; empty while none does. */
    Optional<Pod> leader() {
        return pods(BALANCER).stream()
                .filter(pod -> metric(pod, "chameleon_balancer_leader").orElse(0.0) == 1)
                .findFirst();
    }
}
