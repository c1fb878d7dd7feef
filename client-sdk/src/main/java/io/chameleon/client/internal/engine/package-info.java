/**
 * Puts a client together: what its operations share, and the two data paths on it.
 *
 * <p>In: what the builder was told ({@link io.chameleon.client.internal.engine.Settings}), a network and the addresses
 * of the metadata service. Out: an {@link io.chameleon.client.internal.engine.Engine}, which all faces of a client use.
 *
 * <p>Invariant: what the engine makes is owned, so closing the client ends it; what the caller gave is left open.
 */
@NullMarked
package io.chameleon.client.internal.engine;

import org.jspecify.annotations.NullMarked;
