package io.chameleon.lab.ssd.theory;

import java.util.ArrayList;
import java.util.List;

/** The numbers the paper prints. */
public final class PrintedTables {
    /** Logical blocks of the simulations of Table 1. */
    public static final int LOGICAL_BLOCKS = 10_000;

    private static final int[] TABLE_2_CHOICES = {1, 2, 4, 8, 16, 32, 64, 128};
    private static final double[][] TABLE_2 = {
        {2.3626, 3.8305, 3.7314, 3.0869},
        {2.2602, 3.5920, 3.2453, 2.8005},
        {2.1921, 3.4329, 2.9638, 2.6411},
        {2.1553, 3.3725, 2.8269, 2.5680},
        {2.1382, 3.3733, 2.7663, 2.5383},
        {2.1316, 3.3932, 2.7394, 2.5267},
        {2.1299, 3.4138, 2.7266, 2.5219},
        {2.1299, 3.4319, 2.7202, 2.5196}
    };

    private PrintedTables() {}

    /**
     * A row of Table 1.
     *
     * @param ode printed write amplification of the mean-field model
     * @param simulation printed write amplification of the simulation
     */
    public record Row(HotColdParameters setting, double ode, double simulation) {}

    /**
     * A cell of Table 2.
     *
     * @param number of the case, 1 to 4
     * @param ode printed write amplification (GC reading 8)
     */
    public record Cell(int number, HotColdParameters setting, double ode) {}

    /**
     * The twelve rows. The first prints r = 0.96 but its results belong to r = 0.86 (GC reading 7), which is used here;
     * {@link #misprintedRow} is the setting as printed.
     */
    public static List<Row> table1() {
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

    /**
     * The 32 cells, line by line: the four cases are the rows of Table 1 with b = 32, with d* changed (GC reading 8).
     */
    public static List<Cell> table2() {
        List<HotColdParameters> cases = table1().stream()
                .map(Row::setting)
                .filter(setting -> setting.pagesPerBlock() == 32)
                .toList();
        List<Cell> cells = new ArrayList<>();
        for (int line = 0; line < TABLE_2_CHOICES.length; line++) {
            for (int column = 0; column < cases.size(); column++) {
                HotColdParameters setting = cases.get(column).withSwapChoices(TABLE_2_CHOICES[line]);
                cells.add(new Cell(column + 1, setting, TABLE_2[line][column]));
            }
        }
        return cells;
    }

    private static Row row(
            int b, double spareFactor, int d, int dStar, double r, double f, double ode, double simulation) {
        return new Row(new HotColdParameters(b, spareFactor, d, dStar, r, f), ode, simulation);
    }
}
