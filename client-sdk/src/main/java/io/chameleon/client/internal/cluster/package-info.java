/**
 * What the client believes about the cluster: its servers, which of them failed or were late recently, where objects
 * are. Not part of the API.
 *
 * <p>In: answers of the metadata service, and how requests fared. Out: the servers to use. Start at
 * {@link io.chameleon.client.internal.cluster.ClusterCache}.
 *
 * <p>Invariant: a stale belief costs at most a second try. The commit and the fragment ids decide, not these caches.
 */
@NullMarked
package io.chameleon.client.internal.cluster;

import org.jspecify.annotations.NullMarked;
