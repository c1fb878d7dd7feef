/**
 * The read path. Not part of the API.
 *
 * <p>In: an object's name and a range. Out: its bytes, chunk by chunk, all of one version. Start at
 * {@link io.chameleon.client.read.ObjectReader} (which version), then {@link io.chameleon.client.read.SegmentReader} (REP or EC), then
 * {@link io.chameleon.client.read.Gather} (any k of n fragments, hedged), then {@link io.chameleon.client.read.FragmentFetcher}.
 *
 * <p>Invariant: no byte is delivered whose whole fragment was fetched and did not match its CRC-32C, and no two bytes of
 * different versions of an object are delivered by one read.
 */
@NullMarked
package io.chameleon.client.read;

import org.jspecify.annotations.NullMarked;
