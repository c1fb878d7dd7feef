package io.chameleon.lab.ssd;

import io.chameleon.lab.ssd.workload.Lifetime;
import java.util.List;
import java.util.stream.Collectors;

/** What the figures show, as Markdown. */
record FigureText(List<AmplificationCurve> amplification, List<WearCurve> wear, WearCurve.Effort effort) {
    String markdown() {
        return figure1() + figures2and3();
    }

    private String figure1() {
        StringBuilder text = new StringBuilder("""
                # Figure 1: write amplification over d

                Mean-field model, b = 32, S_f = 0.08. The paper gives d* and names r = 0.8, f = 0.025; the other r and f are our choice.

                ![1a](figure1a.png) ![1b](figure1b.png) ![1c](figure1c.png)

                | panel | r | f | d* | HCWF minimum (d) | HCWF(swap) minimum (d) | swap amplifies more at d | HCWF at d = 2, 3, above its minimum | HCWF(swap) at d = 2, 3 |
                | --- | --- | --- | --- | --- | --- | --- | --- | --- |
                """);
        for (AmplificationCurve curve : amplification) {
            text.append("| ")
                    .append(String.join(
                            " | ",
                            curve.panel(),
                            Double.toString(curve.hotProbability()),
                            Double.toString(curve.hotFraction()),
                            Integer.toString(curve.swapChoices()),
                            minimum(curve, curve.hcwf()),
                            minimum(curve, curve.swap()),
                            curve.swapLoses().isEmpty()
                                    ? "never"
                                    : curve.swapLoses().stream()
                                            .map(String::valueOf)
                                            .collect(Collectors.joining(", ")),
                            above(curve, curve.hcwf()),
                            above(curve, curve.swap())))
                    .append(" |\n");
        }
        return text.append('\n').toString();
    }

    private static String minimum(AmplificationCurve curve, List<Double> values) {
        AmplificationCurve.Minimum minimum = curve.minimum(values);
        return Decimals.of(minimum.writeAmplification(), 4) + " (" + minimum.choices() + ")";
    }

    private static String above(AmplificationCurve curve, List<Double> values) {
        return Decimals.of(curve.aboveMinimum(values, 2), 1) + " %, " + Decimals.of(curve.aboveMinimum(values, 3), 1)
                + " %";
    }

    private String figures2and3() {
        StringBuilder text =
                new StringBuilder("""
                # Figures 2 and 3: PE fairness and SSD endurance over W_max

                Simulation, f = 1 - r, b = 32, S_f = 0.10, U = %d logical blocks, mean of %d runs. The table shows W_max = %d.

                ![2a](figure2a.png) ![2b](figure2b.png) ![2c](figure2c.png)

                ![3a](figure3a.png) ![3b](figure3b.png) ![3c](figure3c.png)

                | mode | r | d | d* | PE fairness | endurance, full drive writes | write amplification |
                | --- | --- | --- | --- | --- | --- | --- |
                """.formatted(effort.logicalBlocks(), effort.runs(), effort.maxErases()));
        for (WearCurve curve : wear) {
            Lifetime.Point last = curve.last();
            text.append("| ")
                    .append(String.join(
                            " | ",
                            curve.mode(),
                            Double.toString(curve.setting().hotProbability()),
                            Integer.toString(curve.setting().choices()),
                            curve.setting().swaps()
                                    ? Integer.toString(curve.setting().swapChoices())
                                    : "-",
                            Decimals.of(last.peFairness(), 4),
                            Decimals.of(last.endurance(), 1),
                            Decimals.of(last.writeAmplification(), 3)))
                    .append(" |\n");
        }
        return text.toString();
    }
}
