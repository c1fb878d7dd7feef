package io.chameleon.lab.ssd.theory;

import java.util.ArrayList;
import java.util.List;

/** Table 2 as the paper prints it. */
public final class PrintedTable2 {
    private static final int[] CHOICES = {1, 2, 4, 8, 16, 32, 64, 128};
    private static final double[][] PRINTED = {
        {2.3626, 3.8305, 3.7314, 3.0869},
        {2.2602, 3.5920, 3.2453, 2.8005},
        {2.1921, 3.4329, 2.9638, 2.6411},
        {2.1553, 3.3725, 2.8269, 2.5680},
        {2.1382, 3.3733, 2.7663, 2.5383},
        {2.1316, 3.3932, 2.7394, 2.5267},
        {2.1299, 3.4138, 2.7266, 2.5219},
        {2.1299, 3.4319, 2.7202, 2.5196}
    };

    private PrintedTable2() {}

    /**
     * A cell.
     *
     * @param number of the case, 1 to 4
     * @param ode printed write amplification (GC reading 8)
     */
    public record Cell(int number, HotColdParameters setting, double ode) {}

    /**
     * The 32 cells, line by line: the four cases are the rows of Table 1 with b = 32, with d* changed (GC reading 8).
     */
    public static List<Cell> cells() {
        List<HotColdParameters> cases = PrintedTable1.rows().stream()
                .map(PrintedTable1.Row::setting)
                .filter(setting -> setting.pagesPerBlock() == 32)
                .toList();
        List<Cell> cells = new ArrayList<>();
        for (int line = 0; line < CHOICES.length; line++) {
            for (int column = 0; column < cases.size(); column++) {
                HotColdParameters setting = cases.get(column).withSwapChoices(CHOICES[line]);
                cells.add(new Cell(column + 1, setting, PRINTED[line][column]));
            }
        }
        return cells;
    }
}
