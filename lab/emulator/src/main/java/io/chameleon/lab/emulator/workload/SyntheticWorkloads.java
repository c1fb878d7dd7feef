package io.chameleon.lab.emulator.workload;

import io.chameleon.core.Require;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Workloads that models make, by name. They are stand-ins, not recordings; docs/research/workloads.md says what each
 * model assumes.
 *
 * <p>The first five have the counts of Chameleon's Table III, {@code drift} is our own, {@code edm-*} have the counts
 * of EDM's Table I. The others are held out: nothing was tuned on them.
 */
public final class SyntheticWorkloads {
    public static final double MAX_SCALE = 20;
    /** The seed of the generator of Table III's stand-ins. */
    public static final long DEFAULT_SEED = 20180101;

    private static final Map<String, Described> TUNED = tuned();
    private static final Map<String, Described> HELD_OUT = HeldOut.models();

    /** A model, and in half a line what is particular about it. */
    record Described(WorkloadModel model, String about) {}

    private SyntheticWorkloads() {}

    private static Map<String, Described> tuned() {
        Map<String, Described> models = new LinkedHashMap<>();
        models.put("ycsb-zipf", new Described(new ScrambledZipf(), "Chameleon's Table III: YCSB's scrambled Zipf"));
        ServerDisk.tableThree()
                .forEach((name, model) ->
                        models.put(name, new Described(model, "Chameleon's Table III: a server's disk for a week")));
        models.put("drift", new Described(new MovingHotSet(), "another hot set every five hours"));
        NfsServer.tableOne()
                .forEach((name, model) ->
                        models.put(name, new Described(model, "EDM's Table I: an NFS server, parts of objects")));
        return models;
    }

    /** All names, in the order they are documented; those that are held out come last. */
    public static List<String> names() {
        return Stream.concat(TUNED.keySet().stream(), HELD_OUT.keySet().stream())
                .toList();
    }

    /** The names of workloads on which no constant of a policy was chosen, nor may be. */
    public static List<String> heldOut() {
        return List.copyOf(HELD_OUT.keySet());
    }

    /** What is particular about a workload, in half a line. */
    public static String about(String name) {
        return described(name).about();
    }

    private static Described described(String name) {
        Described described = TUNED.containsKey(name) ? TUNED.get(name) : HELD_OUT.get(name);
        if (described == null) {
            throw new IllegalArgumentException("workload: '" + name.replaceAll("\\p{Cntrl}", "?") + "' given, expected "
                    + String.join(", ", names()));
        }
        return described;
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
        WorkloadModel model = described(name).model();
        Require.that(scale > 0 && scale <= MAX_SCALE, "scale", scale, "above 0, at most " + MAX_SCALE);
        return model.make(name, scale, seed);
    }
}
