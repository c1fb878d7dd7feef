/**
 * The bytes of a frame: a preamble of fixed size, a control header and a payload. Drawn in docs/reference/wire.md.
 *
 * <p>In: bytes from a socket. Out: complete frames whose lengths and checksums hold, or a
 * {@link io.chameleon.transport.frame.BrokenFrameException} that ends the connection; and the same in reverse.
 *
 * <p>Start at {@link io.chameleon.transport.frame.Preamble}, then {@link io.chameleon.transport.frame.FrameDecoder}.
 *
 * <p>Invariant: memory held for an incomplete frame is proportional to the bytes that have arrived, whatever length it
 * claims.
 */
@NullMarked
package io.chameleon.transport.frame;

import org.jspecify.annotations.NullMarked;
