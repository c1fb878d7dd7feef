/**
 * The read path. Not part of the API.
 *
 * <p>In: an object's name and a range. Out: its bytes, piece by piece, all of one version. Start at
 * {@link io.chameleon.client.internal.read.ObjectReader} (which version), then
 * {@link io.chameleon.client.internal.read.SegmentReader} (REP or EC), then
 * {@link io.chameleon.client.internal.read.Gather} (any k of n fragments, hedged), then
 * {@link io.chameleon.client.internal.read.FragmentFetcher}.
 *
 * <p>Invariant: a fragment that was fetched whole is delivered only if it matches its CRC-32C, and one read never
 * delivers bytes of two versions.
 */
@NullMarked
package io.chameleon.client.internal.read;

import org.jspecify.annotations.NullMarked;
