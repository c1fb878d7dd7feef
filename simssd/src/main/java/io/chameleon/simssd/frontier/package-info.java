/**
 * Chooses the block that a page is written to: the write frontiers, one open block each, and the choice between them.
 *
 * <p>In: a host write with its hint, or a block about to be collected. Out: a frontier, and its next page.
 *
 * <p>Start at {@link io.chameleon.simssd.frontier.FrontierChoice}, which implements a
 * {@link io.chameleon.simssd.WriteMode}, then {@link io.chameleon.simssd.frontier.Frontiers}; a
 * {@link io.chameleon.simssd.frontier.Thermometer} classifies writes as hot or cold.
 *
 * <p>Invariant: the pages of a block are handed out in order, each with the next sequence number of the device.
 */
@NullMarked
package io.chameleon.simssd.frontier;

import org.jspecify.annotations.NullMarked;
