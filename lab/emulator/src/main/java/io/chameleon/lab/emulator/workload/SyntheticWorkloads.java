package io.chameleon.lab.emulator.workload;

import io.chameleon.core.Require;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Workloads that models make, by name. They are stand-ins, not recordings; docs/research/workloads.md says what each
 * model assumes.
 *
 * <p>The first five have the counts of Chameleon's Table III, {@code drift} is our own, {@code edm-*} have the counts
 * of EDM's Table I.
 */
public final class SyntheticWorkloads {
    public static final double MAX_SCALE = 20;
    /** The seed of the generator of Table III's stand-ins. */
    public static final long DEFAULT_SEED = 20180101;

    private static final Map<String, WorkloadModel> MODELS = models();

    private SyntheticWorkloads() {}

    private static Map<String, WorkloadModel> models() {
        Map<String, WorkloadModel> models = new LinkedHashMap<>();
        models.put("ycsb-zipf", new ScrambledZipf());
        models.putAll(ServerDisk.tableThree());
        models.put("drift", new MovingHotSet());
        models.putAll(NfsServer.tableOne());
        return models;
    }

    /** The names, in the order they are documented. */
    public static List<String> names() {
        return List.copyOf(MODELS.keySet());
    }

    /**
     * Makes a workload. Cost: n log n in its requests.
     *
     * @param scale of the numbers of requests and of objects, above 0, at most {@link #MAX_SCALE}; the skew stays
     * @return one that {@linkplain Workload#isSynthetic() says it is synthetic}; only {@code edm-*} have requests for
     *     parts of objects
     * @throws IllegalArgumentException if there is no such name or too little is left at that scale
     */
    public static Workload byName(String name, double scale, long seed) {
        WorkloadModel model = MODELS.get(name);
        if (model == null) {
            throw new IllegalArgumentException("workload: '" + name.replaceAll("\\p{Cntrl}", "?") + "' given, expected "
                    + String.join(", ", MODELS.keySet()));
        }
        Require.that(scale > 0 && scale <= MAX_SCALE, "scale", scale, "above 0, at most " + MAX_SCALE);
        return model.make(name, scale, seed);
    }
}
