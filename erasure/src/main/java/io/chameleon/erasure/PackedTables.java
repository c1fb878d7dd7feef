package io.chameleon.erasure;

/**
 * Applies a matrix by table lookup: one lookup per input byte gives its product for two outputs at once. Four inputs are
 * taken in one pass, so a stripe of 4+2 reads and writes each byte once, with 2 KiB of tables.
 */
final class PackedTables implements ShardCoder {
    private static final int GROUP = 4;

    private final int[] inputs;
    private final int[] outputs;
    /** [pair of outputs][input, padded to a multiple of 4][byte]: the first output's product low, the second's high. */
    private final short[][][] tables;

    PackedTables(byte[][] rows, int[] inputs, int[] outputs) {
        this.inputs = padded(inputs);
        this.outputs = outputs;
        short[] zero = new short[GaloisField.SIZE];
        tables = new short[(rows.length + 1) / 2][this.inputs.length][];
        for (int pair = 0; pair < tables.length; pair++) {
            byte[] first = rows[2 * pair];
            byte[] second = 2 * pair + 1 < rows.length ? rows[2 * pair + 1] : new byte[inputs.length];
            for (int i = 0; i < this.inputs.length; i++) {
                tables[pair][i] = i < inputs.length ? table(first[i] & 0xFF, second[i] & 0xFF) : zero;
            }
        }
    }

    @Override
    public void code(byte[][] shards, int offset, int length) {
        for (int pair = 0; pair < tables.length; pair++) {
            byte[] first = shards[outputs[2 * pair]];
            byte[] second = shards[secondOutput(pair)];
            for (int i = 0; i < inputs.length; i += GROUP) {
                short[][] table = tables[pair];
                add(
                        table[i],
                        table[i + 1],
                        table[i + 2],
                        table[i + 3],
                        shards[inputs[i]],
                        shards[inputs[i + 1]],
                        shards[inputs[i + 2]],
                        shards[inputs[i + 3]],
                        first,
                        second,
                        i == 0 ? 0 : -1,
                        offset,
                        offset + length);
            }
        }
    }

    @Override
    public boolean check(byte[][] shards, int offset, int length) {
        for (int pair = 0; pair < tables.length; pair++) {
            boolean alone = secondOutput(pair) == outputs[2 * pair];
            byte[] first = shards[outputs[2 * pair]];
            byte[] second = shards[secondOutput(pair)];
            for (int at = offset; at < offset + length; at++) {
                int sum = 0;
                for (int i = 0; i < inputs.length; i++) {
                    sum ^= tables[pair][i][shards[inputs[i]][at] & 0xFF];
                }
                if ((byte) sum != first[at] || (!alone && (byte) (sum >> 8) != second[at])) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * first, second = (first, second) · keep + Σ of four products; {@code keep} is 0 to overwrite, -1 to add. A last output
     * without a partner is its own: the first's byte is stored last, so it stays.
     */
    private static void add(
            short[] t0,
            short[] t1,
            short[] t2,
            short[] t3,
            byte[] a,
            byte[] b,
            byte[] c,
            byte[] d,
            byte[] first,
            byte[] second,
            int keep,
            int from,
            int to) {
        for (int at = from; at < to; at++) {
            int sum = t0[a[at] & 0xFF] ^ t1[b[at] & 0xFF] ^ t2[c[at] & 0xFF] ^ t3[d[at] & 0xFF];
            int old = first[at] & keep;
            second[at] = (byte) ((second[at] & keep) ^ (sum >> 8));
            first[at] = (byte) (old ^ sum);
        }
    }

    private int secondOutput(int pair) {
        return outputs[Math.min(2 * pair + 1, outputs.length - 1)];
    }

    private static short[] table(int first, int second) {
        short[] table = new short[GaloisField.SIZE];
        for (int value = 0; value < table.length; value++) {
            table[value] = (short) (GaloisField.multiply(first, value) | GaloisField.multiply(second, value) << 8);
        }
        return table;
    }

    /** Filled up with an input that is there; its table of zeros makes it count for nothing. */
    private static int[] padded(int[] inputs) {
        int[] padded = new int[(inputs.length + GROUP - 1) / GROUP * GROUP];
        for (int i = 0; i < padded.length; i++) {
            padded[i] = inputs[Math.min(i, inputs.length - 1)];
        }
        return padded;
    }
}
