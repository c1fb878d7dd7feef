package io.chameleon.lab.ssd;

import io.chameleon.cli.output.Progress;
import io.chameleon.lab.common.Mode;
import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.workload.Lifetime;
import io.chameleon.lab.ssd.workload.PaperSetting;
import io.chameleon.lab.ssd.workload.Replications;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A curve of Figures 2 and 3: PE fairness and SSD endurance over W_max, by simulation, for b = 32, S_f = 0.10 and f = 1
 * - r.
 *
 * @param points mean over the runs
 */
record WearCurve(HotColdParameters setting, List<Lifetime.Point> points) {
    private static final int PAGES_PER_BLOCK = 32;
    private static final double SPARE_FACTOR = 0.10;
    private static final int POINTS = 20;
    private static final List<Double> HOT_FRACTIONS = List.of(0.1, 0.01);
    /** The text mentions d* = 1 and 100, and curves for d = 1; the other values of d are our choice. */
    private static final List<Integer> CHOICES = List.of(1, 2, 5, 10, 20);

    private static final int[] SWAP_CHOICES = {0, 1, 100};

    /**
     * How much to simulate.
     *
     * @param logicalBlocks U of the devices
     * @param maxErases the largest W_max
     * @param runs the paper took 50
     */
    record Effort(int logicalBlocks, int maxErases, int runs, long seed, int threads) {
        Effort {
            positive("--max-erases", maxErases);
            positive("runs", runs);
        }

        private static void positive(String what, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(what + ": '" + value + "' given, expected 1 or more");
            }
        }
    }

    static List<WearCurve> simulate(Effort effort) {
        List<HotColdParameters> settings = new ArrayList<>();
        for (double f : HOT_FRACTIONS) {
            for (int dStar : SWAP_CHOICES) {
                for (int d : CHOICES) {
                    settings.add(new HotColdParameters(PAGES_PER_BLOCK, SPARE_FACTOR, d, dStar, 1 - f, f));
                }
            }
        }
        int points = Math.min(POINTS, effort.maxErases());
        int[] limits = IntStream.rangeClosed(1, points)
                .map(i -> (int) ((long) effort.maxErases() * i / points))
                .toArray();
        int runs = effort.runs();
        List<List<Lifetime.Point>> all;
        try (Progress progress = Progress.of("figures 2 and 3", (long) settings.size() * runs * effort.maxErases())) {
            all = Replications.run(settings.size() * runs, effort.threads(), 0, index -> {
                HotColdParameters setting = settings.get((int) index / runs);
                return Lifetime.curve(
                        PaperSetting.device(setting, effort.logicalBlocks()),
                        PaperSetting.workload(setting),
                        limits,
                        effort.seed() + index % runs,
                        progress::step);
            });
        }
        List<WearCurve> curves = new ArrayList<>();
        for (int i = 0; i < settings.size(); i++) {
            curves.add(new WearCurve(settings.get(i), Lifetime.mean(all.subList(i * runs, (i + 1) * runs))));
        }
        return curves;
    }

    /** At the largest W_max. */
    Lifetime.Point last() {
        return points.getLast();
    }

    String mode() {
        return setting.swaps() ? Mode.HCWF_SWAP.toString() : Mode.HCWF.toString();
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("mode", mode());
        json.put("hot_probability", setting.hotProbability());
        json.put("d", setting.choices());
        if (setting.swaps()) {
            json.put("dstar", setting.swapChoices());
        }
        json.put("w_max", points.stream().map(Lifetime.Point::maxErases).toList());
        json.put("pe_fairness", points.stream().map(Lifetime.Point::peFairness).toList());
        json.put(
                "endurance_full_drive_writes",
                points.stream().map(Lifetime.Point::endurance).toList());
        return json;
    }
}
