package io.chameleon.lab.ssd.theory;

import java.util.List;

/** Table 1 as the paper prints it. */
public final class PrintedTable1 {
    /** Logical blocks of the simulations of this table. */
    public static final int LOGICAL_BLOCKS = 10_000;

    private PrintedTable1() {}

    /**
     * A row.
     *
     * @param ode printed write amplification of the mean-field model
     * @param simulation printed write amplification of the simulation
     */
    public record Row(HotColdParameters setting, double ode, double simulation) {}

    /**
     * The twelve rows. The first prints r = 0.96 but its results belong to r = 0.86 (GC reading 7), which is used here;
     * {@link #misprintedRow} is the setting as printed.
     */
    public static List<Row> rows() {
        return List.of(
                row(64, 0.15, 4, 1, 0.86, 0.24, 3.1669, 3.1674),
                row(64, 0.12, 9, 10, 0.81, 0.08, 2.5600, 2.5604),
                row(64, 0.09, 12, 5, 0.94, 0.02, 1.6543, 1.6542),
                row(64, 0.06, 5, 2, 0.86, 0.13, 5.0861, 5.0840),
                row(32, 0.15, 15, 40, 0.80, 0.07, 2.1307, 2.1312),
                row(32, 0.12, 50, 8, 0.77, 0.20, 3.3725, 3.3723),
                row(32, 0.09, 3, 1, 0.92, 0.12, 3.7314, 3.7302),
                row(32, 0.06, 8, 15, 0.88, 0.03, 2.5401, 2.5399),
                row(16, 0.15, 4, 100, 0.80, 0.05, 1.8939, 1.8943),
                row(16, 0.12, 20, 30, 0.95, 0.15, 2.1511, 2.1515),
                row(16, 0.09, 6, 3, 0.70, 0.20, 4.2686, 4.2670),
                row(16, 0.06, 10, 1, 0.90, 0.10, 3.5805, 3.5803));
    }

    /** Table 1, first row, with the printed r. Its results are those of r = 0.86. */
    public static Row misprintedRow() {
        return row(64, 0.15, 4, 1, 0.96, 0.24, 3.1669, 3.1674);
    }

    private static Row row(
            int b, double spareFactor, int d, int dStar, double r, double f, double ode, double simulation) {
        return new Row(new HotColdParameters(b, spareFactor, d, dStar, r, f), ode, simulation);
    }
}
