package io.chameleon.erasure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Independent rows, and every row that is a sum of multiples of them. Used to make a decode plan. Not thread-safe.
 *
 * <p>Cost: O(rows · columns) for each call.
 */
final class RowBasis {
    private final int columns;
    /** Each has a 1 where all later ones have 0, and is the sum of the rows that were added by its factors. */
    private final List<Reduced> reduced = new ArrayList<>();

    private record Reduced(byte[] row, int pivot, byte[] factors) {}

    RowBasis(int columns) {
        this.columns = columns;
    }

    /** Adds a row unless it is a sum of the others; returns whether it did. */
    boolean add(byte[] row) {
        byte[] rest = row.clone();
        byte[] factors = reduce(rest);
        int pivot = 0;
        while (pivot < columns && rest[pivot] == 0) {
            pivot++;
        }
        if (pivot == columns) {
            return false;
        }
        factors[reduced.size()] = 1;
        int inverse = GaloisField.inverse(rest[pivot] & 0xFF);
        GaloisMatrix.scale(rest, inverse);
        GaloisMatrix.scale(factors, inverse);
        reduced.add(new Reduced(rest, pivot, factors));
        return true;
    }

    int size() {
        return reduced.size();
    }

    /** The factors by which the rows that were added sum up to this one; null if they do not. */
    byte @Nullable [] express(byte[] row) {
        byte[] rest = row.clone();
        byte[] factors = reduce(rest);
        for (byte left : rest) {
            if (left != 0) {
                return null;
            }
        }
        return factors;
    }

    /** Takes from a row what the basis has of it; returns the factors of what was taken. */
    private byte[] reduce(byte[] row) {
        byte[] factors = new byte[columns];
        for (Reduced one : reduced) {
            int multiple = row[one.pivot] & 0xFF;
            if (multiple != 0) {
                GaloisMatrix.addMultiple(row, one.row, multiple);
                GaloisMatrix.addMultiple(factors, one.factors, multiple);
            }
        }
        return factors;
    }
}
