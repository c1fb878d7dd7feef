/**
 * What pods ask the Kubernetes API before their process starts: the zone of their machine, and whether the release ever
 * had a database.
 *
 * <p>In: the token of the pod's service account. Out: the zone, or a mark that outlives the release's volumes.
 *
 * <p>Start at {@link io.chameleon.node.kubernetes.KubernetesApi}.
 *
 * <p>Invariant: only init containers use this; no serving process has a Kubernetes token.
 */
@NullMarked
package io.chameleon.node.kubernetes;

import org.jspecify.annotations.NullMarked;
