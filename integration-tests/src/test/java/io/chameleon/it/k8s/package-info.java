/**
 * A cluster on Kubernetes under faults: pods deleted by force in the middle of transitions, leaders killed, the
 * database and ZooKeeper restarted, rolled, scaled, while a client writes and verifies.
 *
 * <p>In: a release of the chart, made by {@code integration-tests/k8s/run}. Out: a report, and a failure if anything
 * acknowledged is lost. Without a cluster the test is skipped, by name.
 *
 * <p>Start at {@link io.chameleon.it.k8s.KubernetesChaosTest}.
 */
@NullMarked
package io.chameleon.it.k8s;

import org.jspecify.annotations.NullMarked;
