package io.chameleon.erasure;

/** Plain Java without dependencies: the codec of every JDK from 17. */
final class PortableCodec extends MatrixCodec {
    PortableCodec(ErasureCode code) {
        super(CodecKind.PORTABLE, code, PortableCodec::coder);
    }

    private static ShardCoder coder(byte[][] rows, int[] inputs, int[] outputs) {
        PackedTables tables = new PackedTables(rows, inputs, outputs);
        return ParityOf4Plus2.isParity(rows) ? new ParityOf4Plus2(inputs, outputs, tables) : tables;
    }
}
