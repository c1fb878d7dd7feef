/**
 * The write path. Not part of the API.
 *
 * <p>In: an object's name, its bytes segment by segment, options. Out: a committed row of the mapping table. Start at
 * {@link io.chameleon.client.write.ObjectWriter}, which reads downhill: {@link io.chameleon.client.write.PlacementPlanner} (which servers),
 * {@link io.chameleon.client.write.SegmentSender} (code and send), {@link io.chameleon.client.write.ManifestSender} (name, where that did
 * not go with a segment), {@link io.chameleon.client.write.Committer}.
 *
 * <p>Invariant: a commit is sent only after every segment has its write quorum of durable fragments on the servers it names, and the
 * manifest lies beside those that carry it; fragments are discarded only if no commit was sent.
 */
@NullMarked
package io.chameleon.client.write;

import org.jspecify.annotations.NullMarked;
