package io.chameleon.erasure;

/** Plain Java, no dependency: the codec of an SDK whose application brings no other. */
final class PortableCodec extends MatrixCodec {
    PortableCodec(int dataShards, int parityShards) {
        super(CodecKind.PORTABLE, dataShards, parityShards, PackedTables::new);
    }
}
