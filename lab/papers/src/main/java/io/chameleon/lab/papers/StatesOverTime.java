package io.chameleon.lab.papers;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.command.EmulationCharts;
import io.chameleon.lab.emulator.command.Numbers;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Measure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.lab.papers.figure.Setup;
import io.chameleon.lab.papers.figure.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Chameleon, Figure 8: data in each state over 85 hours of YCSB-zipf. */
final class StatesOverTime implements Figure {
    private static final String WHERE = "Chameleon, Fig. 8";
    private static final int ROWS = 17;

    private final Cell chameleon = Cell.of("ycsb-zipf", "chameleon", RedundancyPolicy.EC, Setup.STANDARD);
    private final Cell ours = Cell.of("ycsb-zipf", "predictive", RedundancyPolicy.EC, Setup.STANDARD);

    @Override
    public String id() {
        return "chameleon-8";
    }

    @Override
    public String title() {
        return "Chameleon, Figure 8: data states over time";
    }

    @Override
    public List<Cell> cells() {
        return List.of(chameleon, ours);
    }

    @Override
    public List<Claim> claims() {
        return List.of(
                Claim.atMost(
                        WHERE,
                        "the data in EWO is less than 20 % in each hour",
                        20,
                        Unit.PERCENT,
                        of(run -> highest(run, "EWO"))),
                Claim.atMost(
                        WHERE,
                        "the data in late REP or late EC is less than 5 % in each hour",
                        5,
                        Unit.PERCENT,
                        of(run -> highest(run, "late REP", "late EC"))),
                Claim.about(
                        WHERE,
                        "ARPT starts after three hours",
                        3,
                        Unit.COUNT,
                        of(run -> begin(run, "late REP", "REP"))),
                Claim.about(WHERE, "HCDS starts in the fifth hour", 5, Unit.COUNT, of(run -> begin(run, "EWO"))));
    }

    private Measure of(ToDoubleFunction<EmulationResult> value) {
        return (results, seed) -> value.applyAsDouble(results.of(chameleon, seed));
    }

    /** Percent of the data in these states together, at the end of the epoch with most of it. */
    static double highest(EmulationResult run, String... states) {
        return Arrays.stream(together(run, states)).max().orElse(Double.NaN);
    }

    /** The first epoch at whose end there is data in one of these states; NaN if there is none. */
    static double begin(EmulationResult run, String... states) {
        double[] shares = together(run, states);
        for (int epoch = 0; epoch < shares.length; epoch++) {
            if (shares[epoch] > 0) {
                return epoch + 1;
            }
        }
        return Double.NaN;
    }

    private static double[] together(EmulationResult run, String... states) {
        Map<String, double[]> shares = EmulationCharts.states(run);
        double[] sum = new double[run.epochs().size()];
        for (String state : states) {
            double[] share = shares.getOrDefault(state, new double[sum.length]);
            for (int epoch = 0; epoch < sum.length; epoch++) {
                sum[epoch] += share[epoch];
            }
        }
        return sum;
    }

    @Override
    public void write(Results results, Section section) throws IOException {
        panel("", "Figure 8: data by state under Chameleon, ycsb-zipf", results.first(chameleon), section);
        panel("-ours", "The same under our predictive policy", results.first(ours), section);
    }

    private static void panel(String name, String caption, EmulationResult run, Section section) throws IOException {
        section.picture("chameleon-8" + name, caption, EmulationCharts.states(caption, run));
        Map<String, double[]> shares = EmulationCharts.states(run);
        List<String> header = new ArrayList<>(List.of("epoch"));
        shares.keySet().forEach(state -> header.add(state + " %"));
        List<List<String>> rows = new ArrayList<>();
        int epochs = run.epochs().size();
        for (int row = 1; row <= Math.min(ROWS, epochs); row++) {
            int epoch = Math.max(1, (int) Math.round((double) row * epochs / Math.min(ROWS, epochs)));
            List<String> cells = new ArrayList<>(List.of(Integer.toString(epoch)));
            shares.values().forEach(share -> cells.add(Numbers.of(share[epoch - 1], 2)));
            rows.add(cells);
        }
        section.table(header, rows);
    }
}
