/**
 * What the client believes of the cluster: its servers, which of them failed lately, where objects are. Not part of the API.
 *
 * <p>In: answers of the metadata service, and how requests fared. Out: the servers to use. Start at
 * {@link io.chameleon.client.cluster.ClusterCache}.
 *
 * <p>Invariant: beliefs may be out of date, never wrong in a way that costs more than a second try: the commit and the fragment
 * ids decide, not these caches.
 */
@NullMarked
package io.chameleon.client.cluster;

import org.jspecify.annotations.NullMarked;
