/**
 * Codecs of Reed-Solomon and locally repairable codes behind one interface, and the cutting of a segment into shards.
 *
 * <p>In: k data shards in byte arrays of the caller; out: m parity shards, and what is lost from what is left. No
 * dependency but the JDK. A portable codec is always available; Backblaze's, Intel's ISA-L and one on the Vector API
 * compete if they work ({@link CodecKind}); a self-test at start picks the fastest.
 *
 * <p>Start at {@link StripeCodec} (from a whole segment to its fragments and back), then {@link StripeLayout} (where
 * the bytes of a segment are in its shards), then {@link ErasureCodecs} (which codec), then {@link ErasureCodec} (what
 * it does), then {@link MatrixCodec} (how).
 *
 * <p>Invariant: every codec gives the same bytes for the same {@link ErasureCode}, whose parity matrix never changes,
 * since data on flash depends on it. That of Reed-Solomon is Backblaze's systematic Vandermonde matrix over GF(2^8)
 * with polynomial 0x11D.
 */
@NullMarked
package io.chameleon.erasure;

import org.jspecify.annotations.NullMarked;
