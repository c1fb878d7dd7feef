package io.chameleon.erasure;

import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Applies a matrix by shuffles: a vector of L lanes is a table of L products, which one instruction looks up for L
 * bytes. A byte is looked up in two parts, its low log2 L bits in one table and the rest in another; the product is the
 * sum of both.
 *
 * <p>A lookup counts lanes modulo L, so the low part needs no mask. The high part is shifted down within 16-bit lanes,
 * which drags bits of the neighbour along; they lie above the rest, where the second table repeats itself. Without
 * masks the JVM emits little but loads, shuffles and additions.
 *
 * <p>Like {@link PackedTables}, it takes four inputs and two outputs per pass. That class also codes the remainder of a
 * length that is not a multiple of L.
 */
final class VectorTables implements ShardCoder {
    private static final VectorSpecies<Byte> SPECIES =
            ByteVector.SPECIES_PREFERRED.length() < 16 ? ByteVector.SPECIES_128 : ByteVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    private static final int LOW_BITS = Integer.numberOfTrailingZeros(LANES);
    private static final int INPUTS = 4;
    private static final int OUTPUTS = 2;
    private static final int PARTS = 2;

    private final int[] inputs;
    private final int[] outputs;
    /**
     * [pair of outputs][group of inputs]: for each input, for each output, the table of the low part and that of the
     * rest.
     */
    private final byte[][][] tables;

    private final PackedTables rest;

    VectorTables(byte[][] rows, int[] inputs, int[] outputs) {
        this.inputs = inputs;
        this.outputs = outputs;
        rest = new PackedTables(rows, inputs, outputs);
        int groups = (inputs.length + INPUTS - 1) / INPUTS;
        tables = new byte[(rows.length + 1) / OUTPUTS][groups][INPUTS * OUTPUTS * PARTS * LANES];
        for (int row = 0; row < rows.length; row++) {
            for (int i = 0; i < inputs.length; i++) {
                byte[] group = tables[row / OUTPUTS][i / INPUTS];
                fill(group, (i % INPUTS * OUTPUTS + row % OUTPUTS) * PARTS * LANES, rows[row][i] & 0xFF);
            }
        }
    }

    private static void fill(byte[] table, int from, int coefficient) {
        for (int lane = 0; lane < LANES; lane++) {
            table[from + lane] = (byte) GaloisField.multiply(coefficient, lane & 0xFF);
            table[from + LANES + lane] = (byte) GaloisField.multiply(coefficient, lane << LOW_BITS & 0xFF);
        }
    }

    @Override
    public void code(byte[][] shards, int offset, int length) {
        int whole = length - length % LANES;
        for (int pair = 0; pair < tables.length; pair++) {
            byte[] first = shards[outputs[OUTPUTS * pair]];
            byte[] second = shards[outputs[Math.min(OUTPUTS * pair + 1, outputs.length - 1)]];
            for (int group = 0; group < tables[pair].length; group++) {
                byte[] table = tables[pair][group];
                byte[] a = input(shards, INPUTS * group);
                byte[] b = input(shards, INPUTS * group + 1);
                byte[] c = input(shards, INPUTS * group + 2);
                byte[] d = input(shards, INPUTS * group + 3);
                if (group == 0) {
                    set(table, a, b, c, d, first, second, offset, offset + whole);
                } else {
                    add(table, a, b, c, d, first, second, offset, offset + whole);
                }
            }
        }
        rest.codeFew(shards, offset + whole, length - whole);
    }

    @Override
    public boolean check(byte[][] shards, int offset, int length) {
        return rest.check(shards, offset, length);
    }

    /** A group is padded with an existing input, whose table of zeros cancels it. */
    private byte[] input(byte[][] shards, int input) {
        return shards[inputs[Math.min(input, inputs.length - 1)]];
    }

    /** A last output without a partner is its own partner: its vector is stored last, so it stays. */
    private static void set(
            byte[] table, byte[] a, byte[] b, byte[] c, byte[] d, byte[] first, byte[] second, int from, int to) {
        // Tables are local variables because the JVM keeps these in registers, but not vectors in arrays or fields. The
        // loop has no helper methods: the JVM would lose track of the vector types of their arguments, and be ten times
        // as slow.
        ByteVector a1 = table(table, 0), a1Rest = table(table, 1), a2 = table(table, 2), a2Rest = table(table, 3);
        ByteVector b1 = table(table, 4), b1Rest = table(table, 5), b2 = table(table, 6), b2Rest = table(table, 7);
        ByteVector c1 = table(table, 8), c1Rest = table(table, 9), c2 = table(table, 10), c2Rest = table(table, 11);
        ByteVector d1 = table(table, 12), d1Rest = table(table, 13), d2 = table(table, 14), d2Rest = table(table, 15);
        for (int at = from; at < to; at += LANES) {
            ByteVector in = ByteVector.fromArray(SPECIES, a, at);
            ByteVector high = high(in);
            ByteVector sum1 = in.selectFrom(a1).lanewise(XOR, high.selectFrom(a1Rest));
            ByteVector sum2 = in.selectFrom(a2).lanewise(XOR, high.selectFrom(a2Rest));
            in = ByteVector.fromArray(SPECIES, b, at);
            high = high(in);
            sum1 = sum1.lanewise(XOR, in.selectFrom(b1)).lanewise(XOR, high.selectFrom(b1Rest));
            sum2 = sum2.lanewise(XOR, in.selectFrom(b2)).lanewise(XOR, high.selectFrom(b2Rest));
            in = ByteVector.fromArray(SPECIES, c, at);
            high = high(in);
            sum1 = sum1.lanewise(XOR, in.selectFrom(c1)).lanewise(XOR, high.selectFrom(c1Rest));
            sum2 = sum2.lanewise(XOR, in.selectFrom(c2)).lanewise(XOR, high.selectFrom(c2Rest));
            in = ByteVector.fromArray(SPECIES, d, at);
            high = high(in);
            sum1 = sum1.lanewise(XOR, in.selectFrom(d1)).lanewise(XOR, high.selectFrom(d1Rest));
            sum2 = sum2.lanewise(XOR, in.selectFrom(d2)).lanewise(XOR, high.selectFrom(d2Rest));
            sum2.intoArray(second, at);
            sum1.intoArray(first, at);
        }
    }

    private static void add(
            byte[] table, byte[] a, byte[] b, byte[] c, byte[] d, byte[] first, byte[] second, int from, int to) {
        ByteVector a1 = table(table, 0), a1Rest = table(table, 1), a2 = table(table, 2), a2Rest = table(table, 3);
        ByteVector b1 = table(table, 4), b1Rest = table(table, 5), b2 = table(table, 6), b2Rest = table(table, 7);
        ByteVector c1 = table(table, 8), c1Rest = table(table, 9), c2 = table(table, 10), c2Rest = table(table, 11);
        ByteVector d1 = table(table, 12), d1Rest = table(table, 13), d2 = table(table, 14), d2Rest = table(table, 15);
        for (int at = from; at < to; at += LANES) {
            ByteVector sum1 = ByteVector.fromArray(SPECIES, first, at);
            ByteVector sum2 = ByteVector.fromArray(SPECIES, second, at);
            ByteVector in = ByteVector.fromArray(SPECIES, a, at);
            ByteVector high = high(in);
            sum1 = sum1.lanewise(XOR, in.selectFrom(a1)).lanewise(XOR, high.selectFrom(a1Rest));
            sum2 = sum2.lanewise(XOR, in.selectFrom(a2)).lanewise(XOR, high.selectFrom(a2Rest));
            in = ByteVector.fromArray(SPECIES, b, at);
            high = high(in);
            sum1 = sum1.lanewise(XOR, in.selectFrom(b1)).lanewise(XOR, high.selectFrom(b1Rest));
            sum2 = sum2.lanewise(XOR, in.selectFrom(b2)).lanewise(XOR, high.selectFrom(b2Rest));
            in = ByteVector.fromArray(SPECIES, c, at);
            high = high(in);
            sum1 = sum1.lanewise(XOR, in.selectFrom(c1)).lanewise(XOR, high.selectFrom(c1Rest));
            sum2 = sum2.lanewise(XOR, in.selectFrom(c2)).lanewise(XOR, high.selectFrom(c2Rest));
            in = ByteVector.fromArray(SPECIES, d, at);
            high = high(in);
            sum1 = sum1.lanewise(XOR, in.selectFrom(d1)).lanewise(XOR, high.selectFrom(d1Rest));
            sum2 = sum2.lanewise(XOR, in.selectFrom(d2)).lanewise(XOR, high.selectFrom(d2Rest));
            sum2.intoArray(second, at);
            sum1.intoArray(first, at);
        }
    }

    private static ByteVector table(byte[] tables, int index) {
        return ByteVector.fromArray(SPECIES, tables, index * LANES);
    }

    private static ByteVector high(ByteVector bytes) {
        return bytes.reinterpretAsShorts().lanewise(LSHR, LOW_BITS).reinterpretAsBytes();
    }
}
