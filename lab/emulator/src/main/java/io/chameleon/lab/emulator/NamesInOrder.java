package io.chameleon.lab.emulator;

/** The numbers from 0 on in the order of their decimal names: 0, 1, 10, 100, 101, and so on. */
final class NamesInOrder {
    private static final int BASE = 10;

    private final int[] numbers;
    private int found;

    private NamesInOrder(int count) {
        numbers = new int[count];
    }

    /** All numbers below {@code count}. O(count). */
    static int[] of(int count) {
        NamesInOrder names = new NamesInOrder(count);
        names.add(0);
        for (int first = 1; first < BASE; first++) {
            names.addAllFrom(first);
        }
        return names.numbers;
    }

    /** The number, then all whose names begin with its name. */
    private void addAllFrom(long number) {
        if (number < numbers.length) {
            add(number);
            for (int next = 0; next < BASE; next++) {
                addAllFrom(BASE * number + next);
            }
        }
    }

    private void add(long number) {
        if (number < numbers.length) {
            numbers[found++] = (int) number;
        }
    }
}
