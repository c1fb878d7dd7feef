/**
 * The write path. Not part of the API.
 *
 * <p>In: an object's name, its bytes segment by segment, options. Out: a committed row of the mapping table. Start at
 * {@link io.chameleon.client.internal.write.ObjectWriter}, which reads top-down:
 * {@link io.chameleon.client.internal.write.PlacementPlanner} (which servers),
 * {@link io.chameleon.client.internal.write.SegmentSender} (code and send),
 * {@link io.chameleon.client.internal.write.ManifestSender} (the manifest, if no segment carried it),
 * {@link io.chameleon.client.internal.write.Committer}.
 *
 * <p>Invariant: a commit is sent only after every segment has its write quorum of durable fragments on the servers it
 * names, and the manifest is stored beside them. Fragments are discarded only if no commit was sent.
 */
@NullMarked
package io.chameleon.client.internal.write;

import org.jspecify.annotations.NullMarked;
