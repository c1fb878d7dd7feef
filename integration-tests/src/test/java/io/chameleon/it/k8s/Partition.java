package io.chameleon.it.k8s;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicySpec;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts one flash server off by NetworkPolicy, until it is closed. Policies only ever add permissions, so the chart's
 * policy for servers has to leave the pod out while another one allows it nothing.
 */
final class Partition implements AutoCloseable {
    private static final String NAME = "chaos-partition";
    private static final String POD_NAME = "statefulset.kubernetes.io/pod-name";
    private static final Duration TAKES_EFFECT = Duration.ofSeconds(15);
    private static final int PORT = 7410;

    private final Release release;
    private final String pod;
    private final Resource<NetworkPolicy> ofChart;
    private final @Nullable NetworkPolicySpec before;

    Partition(Release release, String pod) {
        this.release = release;
        this.pod = pod;
        var policies = release.client().network().v1().networkPolicies().inNamespace(release.namespace());
        ofChart = policies.withName(release.object(Release.SERVER));
        NetworkPolicy found = ofChart.get();
        before = found == null ? null : found.getSpec();
        if (found != null) {
            ofChart.edit(policy -> new NetworkPolicyBuilder(policy)
                    .editSpec()
                    .editPodSelector()
                    .addNewMatchExpression()
                    .withKey(POD_NAME)
                    .withOperator("NotIn")
                    .withValues(pod)
                    .endMatchExpression()
                    .endPodSelector()
                    .endSpec()
                    .build());
        }
        policies.resource(new NetworkPolicyBuilder()
                        .withNewMetadata()
                        .withName(NAME)
                        .endMetadata()
                        .withNewSpec()
                        .withNewPodSelector()
                        .addToMatchLabels(POD_NAME, pod)
                        .endPodSelector()
                        .withPolicyTypes("Ingress", "Egress")
                        .endSpec()
                        .build())
                .create();
    }

    /** Whether the cluster's network enforces the policies: the toolbox cannot reach the server any more. */
    boolean isEnforced() {
        Pod from = release.pods(Release.TOOLBOX).getFirst();
        String host = pod + "." + release.object(Release.SERVER);
        // 1: no connection. 0 or a timeout: there was one.
        String probe = "timeout 5 nc -w 3 " + host + " " + PORT + " </dev/null >/dev/null 2>&1; [ $? -eq 1 ]";
        try {
            await().atMost(TAKES_EFFECT)
                    .pollInterval(Duration.ofSeconds(1))
                    .ignoreExceptions()
                    .until(() -> release.run(from, "sh", "-c", probe) == 0);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    @Override
    public void close() {
        release.client()
                .network()
                .v1()
                .networkPolicies()
                .inNamespace(release.namespace())
                .withName(NAME)
                .delete();
        if (before != null) {
            ofChart.edit(
                    policy -> new NetworkPolicyBuilder(policy).withSpec(before).build());
        }
    }
}
