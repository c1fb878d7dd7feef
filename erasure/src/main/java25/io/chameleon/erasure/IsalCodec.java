package io.chameleon.erasure;

/** Intel's ISA-L through the foreign function interface. */
final class IsalCodec extends MatrixCodec {
    IsalCodec(ErasureCode code) {
        super(CodecKind.ISAL, code, factory(code.width()));
    }

    private static ShardCoder.Factory factory(int width) {
        SlotPool<IsalScratch> pool = new SlotPool<>(() -> new IsalScratch(width));
        return (rows, inputs, outputs) -> new IsalCoder(rows, inputs, outputs, pool);
    }
}
