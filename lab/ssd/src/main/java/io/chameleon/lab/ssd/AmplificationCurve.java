package io.chameleon.lab.ssd;

import io.chameleon.cli.output.Progress;
import io.chameleon.lab.ssd.theory.HotColdModel;
import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.workload.Replications;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One pair of curves of Figure 1: write amplification of HCWF and of HCWF(swap) over d, by the model, for b = 32 and
 * S_f = 0.08.
 *
 * @param panel 1a, 1b or 1c
 */
record AmplificationCurve(
        String panel,
        double hotProbability,
        double hotFraction,
        int swapChoices,
        List<Integer> choices,
        List<Double> hcwf,
        List<Double> swap) {
    private static final int PAGES_PER_BLOCK = 32;
    private static final double SPARE_FACTOR = 0.08;

    /** What a panel fixes. The text gives d* and mentions r = 0.8; the other r is our choice. */
    private record Panel(String name, double hotProbability, int swapChoices) {}

    private static final List<Panel> PANELS =
            List.of(new Panel("1a", 0.9, 100), new Panel("1b", 0.8, 100), new Panel("1c", 0.8, 1));
    private static final List<Integer> CHOICES =
            List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20, 25, 30, 40, 50);
    private static final List<Integer> COARSE = List.of(2, 3, 8, 15, 20, 30);

    record Minimum(int choices, double writeAmplification) {}

    static List<AmplificationCurve> compute(boolean quick, int threads) {
        List<Integer> choices = quick ? COARSE : CHOICES;
        List<Double> fractions = quick ? List.of(0.1, 0.025) : List.of(0.2, 0.1, 0.05, 0.025);
        List<HotColdParameters> settings = new ArrayList<>();
        for (Panel panel : PANELS) {
            for (double fraction : fractions) {
                for (int mode : new int[] {0, panel.swapChoices()}) {
                    for (int d : choices) {
                        settings.add(new HotColdParameters(
                                PAGES_PER_BLOCK, SPARE_FACTOR, d, mode, panel.hotProbability(), fraction));
                    }
                }
            }
        }
        Map<HotColdParameters, Double> results = solve(settings, threads);
        List<AmplificationCurve> curves = new ArrayList<>();
        int next = 0;
        for (Panel panel : PANELS) {
            for (double fraction : fractions) {
                List<Double> values = settings.subList(next, next + 2 * choices.size()).stream()
                        .map(results::get)
                        .toList();
                next += 2 * choices.size();
                curves.add(new AmplificationCurve(
                        panel.name(),
                        panel.hotProbability(),
                        fraction,
                        panel.swapChoices(),
                        choices,
                        values.subList(0, choices.size()),
                        values.subList(choices.size(), 2 * choices.size())));
            }
        }
        return curves;
    }

    private static Map<HotColdParameters, Double> solve(List<HotColdParameters> settings, int threads) {
        List<HotColdParameters> distinct = settings.stream().distinct().toList();
        List<Double> solved;
        try (Progress progress = Progress.of("figure 1", distinct.size())) {
            solved = Replications.run(distinct.size(), threads, 0, index -> {
                double amplification =
                        HotColdModel.fixedPoint(distinct.get((int) index)).writeAmplification();
                progress.step(1);
                return amplification;
            });
        }
        Map<HotColdParameters, Double> results = new LinkedHashMap<>();
        for (int i = 0; i < distinct.size(); i++) {
            results.put(distinct.get(i), solved.get(i));
        }
        return results;
    }

    String name() {
        return "r = " + hotProbability + ", f = " + hotFraction;
    }

    Minimum minimum(List<Double> curve) {
        int best = IntStream.range(0, choices.size())
                .boxed()
                .min(Comparator.comparing(curve::get))
                .orElseThrow();
        return new Minimum(choices.get(best), curve.get(best));
    }

    /** The values of d at which the swap amplifies more. */
    List<Integer> swapLoses() {
        return IntStream.range(0, choices.size())
                .filter(i -> swap.get(i) > hcwf.get(i))
                .mapToObj(choices::get)
                .toList();
    }

    /** How far above its minimum a curve is at this d, in percent. */
    double aboveMinimum(List<Double> curve, int d) {
        return Decimals.percent(curve.get(choices.indexOf(d)), minimum(curve).writeAmplification());
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("panel", panel);
        json.put("hot_probability", hotProbability);
        json.put("hot_fraction", hotFraction);
        json.put("dstar", swapChoices);
        json.put("d", choices);
        json.put("hcwf", hcwf);
        json.put("hcwf_swap", swap);
        json.put("hcwf_minimum_d", minimum(hcwf).choices());
        json.put("hcwf_minimum", minimum(hcwf).writeAmplification());
        json.put("hcwf_swap_minimum_d", minimum(swap).choices());
        json.put("hcwf_swap_minimum", minimum(swap).writeAmplification());
        json.put("hcwf_swap_higher_at_d", swapLoses());
        return json;
    }
}
