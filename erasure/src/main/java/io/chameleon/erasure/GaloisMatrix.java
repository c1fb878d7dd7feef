package io.chameleon.erasure;

import java.util.Arrays;

/** Matrices over {@link GaloisField} as rows of bytes; used to create a codec or a decode plan, never per byte. */
final class GaloisMatrix {
    private GaloisMatrix() {}

    /**
     * The m parity rows of the systematic matrix: the (k + m) × k Vandermonde matrix (row r is r^0, r^1, …) times the
     * inverse of its top k rows, as in Backblaze's {@code ReedSolomon.buildMatrix}. Any k rows of identity and parity
     * are invertible.
     */
    static byte[][] parityRows(int dataShards, int parityShards) {
        byte[][] rows = new byte[dataShards + parityShards][dataShards];
        for (int r = 0; r < rows.length; r++) {
            for (int c = 0; c < dataShards; c++) {
                rows[r][c] = (byte) GaloisField.power(r, c);
            }
        }
        byte[][] bottom = Arrays.copyOfRange(rows, dataShards, rows.length);
        byte[][] inverse = GaussJordan.inverse(Arrays.copyOfRange(rows, 0, dataShards));
        return Arrays.stream(bottom).map(row -> times(row, inverse)).toArray(byte[][]::new);
    }

    /** A row vector times a matrix. */
    static byte[] times(byte[] row, byte[][] matrix) {
        byte[] product = new byte[matrix[0].length];
        for (int i = 0; i < row.length; i++) {
            addMultiple(product, matrix[i], row[i] & 0xFF);
        }
        return product;
    }

    static byte[] unitRow(int size, int one) {
        byte[] row = new byte[size];
        row[one] = 1;
        return row;
    }

    /** Those columns of a matrix, in that order. */
    static byte[][] columns(byte[][] matrix, int[] chosen) {
        byte[][] columns = new byte[matrix.length][chosen.length];
        for (int r = 0; r < matrix.length; r++) {
            for (int c = 0; c < chosen.length; c++) {
                columns[r][c] = matrix[r][chosen[c]];
            }
        }
        return columns;
    }

    static void scale(byte[] row, int factor) {
        for (int c = 0; c < row.length; c++) {
            row[c] = (byte) GaloisField.multiply(row[c] & 0xFF, factor);
        }
    }

    /** Addition and subtraction are both XOR here. */
    static void addMultiple(byte[] target, byte[] source, int factor) {
        for (int c = 0; c < target.length; c++) {
            target[c] ^= (byte) GaloisField.multiply(source[c] & 0xFF, factor);
        }
    }
}
