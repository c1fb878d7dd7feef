package io.chameleon.erasure;

/** Looks tables up by the processor's byte shuffle, on the Vector API. */
final class VectorCodec extends MatrixCodec {
    VectorCodec(ErasureCode code) {
        super(CodecKind.VECTOR, code, VectorTables::new);
    }
}
