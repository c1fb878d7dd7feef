package io.chameleon.lab.ssd.theory;

/** Gaussian elimination with partial pivoting. */
final class LinearSystem {
    private LinearSystem() {}

    /** Solves n equations; row i is its n coefficients and the right-hand side. Overwrites them. Cost: n^3 / 3. */
    static double[] solve(double[][] rows) {
        int n = rows.length;
        for (int column = 0; column < n; column++) {
            pivot(rows, column);
            double[] pivot = rows[column];
            for (int row = column + 1; row < n; row++) {
                double factor = rows[row][column] / pivot[column];
                if (factor != 0) {
                    for (int j = column; j <= n; j++) {
                        rows[row][j] -= factor * pivot[j];
                    }
                }
            }
        }
        double[] x = new double[n];
        for (int row = n - 1; row >= 0; row--) {
            double sum = rows[row][n];
            for (int j = row + 1; j < n; j++) {
                sum -= rows[row][j] * x[j];
            }
            x[row] = sum / rows[row][row];
        }
        return x;
    }

    private static void pivot(double[][] rows, int column) {
        int best = column;
        for (int row = column + 1; row < rows.length; row++) {
            if (Math.abs(rows[row][column]) > Math.abs(rows[best][column])) {
                best = row;
            }
        }
        double[] swapped = rows[best];
        rows[best] = rows[column];
        rows[column] = swapped;
    }
}
