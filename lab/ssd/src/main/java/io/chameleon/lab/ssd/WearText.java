package io.chameleon.lab.ssd;

import io.chameleon.lab.ssd.workload.Lifetime;
import java.util.List;

/** What figures 2 and 3 show, as Markdown. */
record WearText(List<WearCurve> curves, WearCurve.Effort effort) {
    String markdown() {
        StringBuilder text =
                new StringBuilder("""
                # Figures 2 and 3: PE fairness and SSD endurance over W_max

                Simulation, f = 1 - r, b = 32, S_f = 0.10, U = %d logical blocks, mean of %d runs. The table shows W_max = %d.

                ![2a](figure2a.png) ![2b](figure2b.png) ![2c](figure2c.png)

                ![3a](figure3a.png) ![3b](figure3b.png) ![3c](figure3c.png)

                | mode | r | d | d* | PE fairness | endurance, full drive writes | write amplification |
                | --- | --- | --- | --- | --- | --- | --- |
                """.formatted(effort.logicalBlocks(), effort.runs(), effort.maxErases()));
        for (WearCurve curve : curves) {
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
