package io.chameleon.erasure;

/** Inverts matrices over {@link GaloisField} by Gauss-Jordan elimination. */
final class GaussJordan {
    private GaussJordan() {}

    /** The argument is not modified; {@link ArithmeticException} if its rows are not independent. */
    static byte[][] inverse(byte[][] matrix) {
        int size = matrix.length;
        byte[][] left = new byte[size][];
        byte[][] right = new byte[size][];
        for (int r = 0; r < size; r++) {
            left[r] = matrix[r].clone();
            right[r] = GaloisMatrix.unitRow(size, r);
        }
        for (int column = 0; column < size; column++) {
            int pivot = pivotRow(left, column);
            swap(left, column, pivot);
            swap(right, column, pivot);
            int factor = GaloisField.inverse(left[column][column] & 0xFF);
            GaloisMatrix.scale(left[column], factor);
            GaloisMatrix.scale(right[column], factor);
            for (int r = 0; r < size; r++) {
                int multiple = left[r][column] & 0xFF;
                if (r != column && multiple != 0) {
                    GaloisMatrix.addMultiple(left[r], left[column], multiple);
                    GaloisMatrix.addMultiple(right[r], right[column], multiple);
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
}
