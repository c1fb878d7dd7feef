package io.chameleon.lab.ssd;

import java.util.List;
import java.util.stream.Collectors;

/** What figure 1 shows, as Markdown. */
record AmplificationText(List<AmplificationCurve> curves) {
    String markdown() {
        StringBuilder text = new StringBuilder("""
                # Figure 1: write amplification over d

                Mean-field model, b = 32, S_f = 0.08. The paper gives d* and names r = 0.8, f = 0.025; the other r and f are our choice.

                ![1a](figure1a.png) ![1b](figure1b.png) ![1c](figure1c.png)

                | panel | r | f | d* | HCWF minimum (d) | HCWF(swap) minimum (d) | swap amplifies more at d | HCWF at d = 2, 3, above its minimum | HCWF(swap) at d = 2, 3 |
                | --- | --- | --- | --- | --- | --- | --- | --- | --- |
                """);
        for (AmplificationCurve curve : curves) {
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
}
