package io.chameleon.lab.ssd;

import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.workload.Measurement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A printed result beside ours.
 *
 * @param name of the row or cell
 * @param printedSimulation null if the paper prints none
 * @param counts whether its distance counts towards the largest one; a row with a misprint does not
 */
record Comparison(
        String name,
        HotColdParameters setting,
        double printedOde,
        @Nullable Double printedSimulation,
        TableOptions.Result ours,
        boolean counts) {
    double odePercent() {
        return Decimals.percent(ours.ode(), printedOde);
    }

    /**
     * Distance of our simulation from the printed one, or from the printed result of the model if that is all there is.
     */
    @Nullable
    Double simulationPercent() {
        Measurement simulation = ours.simulation();
        if (simulation == null) {
            return null;
        }
        return Decimals.percent(
                simulation.writeAmplification(), printedSimulation == null ? printedOde : printedSimulation);
    }

    String simulation() {
        Measurement simulation = ours.simulation();
        if (simulation == null) {
            return "-";
        }
        return Decimals.of(simulation.writeAmplification(), 4) + (simulation.stationary() ? "" : " (not stationary)");
    }

    static String percent(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%+.3f %%", value);
    }

    private Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("pages_per_block", setting.pagesPerBlock());
        json.put("spare_factor", setting.spareFactor());
        json.put("d", setting.choices());
        json.put("dstar", setting.swapChoices());
        json.put("hot_probability", setting.hotProbability());
        json.put("hot_fraction", setting.hotFraction());
        json.put("printed_ode", printedOde);
        json.put("printed_simulation", printedSimulation);
        json.put("ode", ours.ode());
        json.put("ode_distance_percent", odePercent());
        Measurement simulation = ours.simulation();
        if (simulation != null) {
            json.put("simulation", simulation.writeAmplification());
            json.put("simulation_distance_percent", simulationPercent());
            json.put("warmup_requests", simulation.warmUpRequests());
            json.put("stationary", simulation.stationary());
        }
        return json;
    }

    static Map<String, Object> json(int table, long seed, List<Comparison> rows) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("table", table);
        json.put("seed", seed);
        json.put("rows", rows.stream().map(Comparison::json).toList());
        json.put("largest_ode_distance_percent", largestOde(rows));
        json.put("largest_simulation_distance_percent", largestSimulation(rows));
        return json;
    }

    static double largestOde(List<Comparison> rows) {
        return rows.stream()
                .filter(Comparison::counts)
                .mapToDouble(row -> Math.abs(row.odePercent()))
                .max()
                .orElse(0);
    }

    /** Null without simulation. */
    static @Nullable Double largestSimulation(List<Comparison> rows) {
        Double largest = null;
        for (Comparison row : rows) {
            Double percent = row.simulationPercent();
            if (percent != null && row.counts) {
                largest = Math.max(largest == null ? 0 : largest, Math.abs(percent));
            }
        }
        return largest;
    }

    static String verdict(List<Comparison> rows) {
        Double simulation = largestSimulation(rows);
        return String.format(Locale.ROOT, "largest distance: model %.4f %%", largestOde(rows))
                + (simulation == null ? "" : String.format(Locale.ROOT, ", simulation %.3f %%", simulation));
    }
}
