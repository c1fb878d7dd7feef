package io.chameleon.lab.emulator.workload;

/** When requests arrive: a day and night wave times lognormal bursts, by slots of ten minutes. */
final class DayAndNight {
    static final int SLOTS_PER_HOUR = 6;
    private static final long SLOT_MICROS = 600_000_000;

    private DayAndNight() {}

    /** How many requests arrive in each slot; {@code count} in all. */
    static int[] arrivals(int count, int hours, PythonRandom random) {
        double[] rates = new double[hours * SLOTS_PER_HOUR];
        double total = 0;
        for (int slot = 0; slot < rates.length; slot++) {
            double wave = 1 + 0.6 * StrictMath.sin(2 * Math.PI * (slot / 144.0 - 0.3));
            rates[slot] = wave * StrictMath.exp(random.gauss(0, 0.5));
            total += rates[slot];
        }
        int[] arrivals = new int[rates.length];
        double sum = 0;
        int before = 0;
        for (int slot = 0; slot < rates.length; slot++) {
            sum += rates[slot];
            int until = (int) Math.rint(count * sum / total);
            arrivals[slot] = until - before;
            before = until;
        }
        return arrivals;
    }

    /** The time of the i-th of {@code count} requests of a slot, microseconds since the start. */
    static long micros(int slot, int i, int count) {
        return slot * SLOT_MICROS + SLOT_MICROS * i / count;
    }
}
