package io.chameleon.erasure;

/** Looks tables up by the processor's byte shuffle, on the Vector API. */
final class VectorCodec extends MatrixCodec {
    VectorCodec(int dataShards, int parityShards) {
        super(CodecKind.VECTOR, dataShards, parityShards, VectorTables::new);
    }
}
