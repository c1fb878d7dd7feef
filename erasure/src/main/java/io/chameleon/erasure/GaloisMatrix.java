package io.chameleon.erasure;

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
        byte[][] top = new byte[dataShards][];
        byte[][] bottom = new byte[parityShards][];
        System.arraycopy(rows, 0, top, 0, dataShards);
        System.arraycopy(rows, dataShards, bottom, 0, parityShards);
        return times(bottom, invert(top));
    }

    static byte[][] times(byte[][] left, byte[][] right) {
        byte[][] product = new byte[left.length][];
        for (int r = 0; r < left.length; r++) {
            product[r] = times(left[r], right);
        }
        return product;
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

    /** Gauss-Jordan elimination; the argument is not modified. */
    static byte[][] invert(byte[][] matrix) {
        int size = matrix.length;
        byte[][] left = new byte[size][];
        byte[][] right = new byte[size][];
        for (int r = 0; r < size; r++) {
            left[r] = matrix[r].clone();
            right[r] = unitRow(size, r);
        }
        for (int column = 0; column < size; column++) {
            int pivot = pivotRow(left, column);
            swap(left, column, pivot);
            swap(right, column, pivot);
            int factor = GaloisField.inverse(left[column][column] & 0xFF);
            scale(left[column], factor);
            scale(right[column], factor);
            for (int r = 0; r < size; r++) {
                int multiple = left[r][column] & 0xFF;
                if (r != column && multiple != 0) {
                    addMultiple(left[r], left[column], multiple);
                    addMultiple(right[r], right[column], multiple);
                }
            }
        }
        return right;
    }

    private static int pivotRow(byte[][] matrix, int column) {
        for (int r = column; r < matrix.length; r++) {
            if (matrix[r][column] != 0) {
                return r;
            }
        }
        throw new ArithmeticException("matrix of " + matrix.length + " rows: singular, expected independent rows");
    }

    private static void swap(byte[][] rows, int a, int b) {
        byte[] row = rows[a];
        rows[a] = rows[b];
        rows[b] = row;
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
