package io.chameleon.lab.emulator.whatif;

import io.chameleon.cli.output.TextTable;
import io.chameleon.core.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer, as text and as JSON.
 *
 * @param epoch length of an epoch of the cluster
 * @param outlooks without balancing first, then under each policy
 */
record Answer(LiveCluster live, ClusterModel model, Duration epoch, List<Outlook> outlooks) {
    /** Up to this many servers, each is shown. */
    private static final int FEW_SERVERS = 12;

    Answer {
        outlooks = List.copyOf(outlooks);
    }

    private Outlook unbalanced() {
        return outlooks.getFirst();
    }

    String text(boolean details) {
        StringBuilder text = new StringBuilder(String.join(System.lineSeparator(), notes()));
        String gap = System.lineSeparator().repeat(2);
        text.append(gap).append(policies());
        if (details || live.devices().size() <= FEW_SERVERS) {
            text.append(gap).append(devices());
        }
        return text.toString();
    }

    /** The assumptions of the answer. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        long all = live.objects().seen();
        notes.add(String.format(
                Locale.ROOT,
                "%d servers, %d objects%s, %d epochs, each standing for %s; devices of %.3g times the size",
                live.devices().size(),
                all,
                model.objects() == all ? "" : " (a sample of " + model.objects() + ")",
                model.workload().epochs(),
                epochText(),
                model.scale()));
        notes.add(
                "rates are those that heat foretells; lives are what remains of the rated erases at the rate of the run's second half");
        if (live.devices().stream().allMatch(device -> device.erases() == 0)) {
            notes.add("no device has erased a block yet: all are counted as new");
        }
        if (!live.leftOut().isEmpty()) {
            notes.add(
                    "left out, as if their data had been moved onto the others: " + String.join(", ", live.leftOut()));
        }
        if (live.ofOtherSchemes() > 0) {
            notes.add(live.ofOtherSchemes() + " objects have schemes of their own, and count as " + live.rep() + " or "
                    + live.ec());
        }
        return notes;
    }

    private String epochText() {
        double stretch = model.workload().stretch();
        return stretch == 1
                ? "one of " + Durations.exact(epoch)
                : String.format(Locale.ROOT, "%.3g of %s", stretch, Durations.exact(epoch));
    }

    private TextTable policies() {
        TextTable table =
                new TextTable("POLICY", "FIRST TO DIE", "IN", "MEDIAN", "LAST", "MEAN", "ERASES/DAY", "EXTRA", "WA");
        for (Outlook outlook : outlooks) {
            table.row(
                    outlook.policy(),
                    outlook.first().server(),
                    life(outlook.first().epochsLeft()),
                    life(outlook.median()),
                    life(outlook.last()),
                    life(outlook.mean()),
                    String.format(Locale.ROOT, "%.1f", outlook.erasesPerEpoch() / LifeTime.days(1, epoch)),
                    outlook.equals(unbalanced()) ? "-" : percent(outlook.extraErases(unbalanced())),
                    String.format(Locale.ROOT, "%.3f", outlook.writeAmplification()));
        }
        return table;
    }

    /** Rounded first: slightly less than zero is zero. */
    private static String percent(double change) {
        return String.format(Locale.ROOT, "%+.1f %%", Math.round(change * 10) / 10.0);
    }

    private TextTable devices() {
        List<String> header = new ArrayList<>(List.of("SERVER", "USED"));
        outlooks.forEach(outlook -> header.add(outlook.policy()));
        TextTable table = new TextTable(header.toArray(String[]::new));
        for (int i = 0; i < live.devices().size(); i++) {
            DeviceLife now = unbalanced().devices().get(i);
            List<String> row = new ArrayList<>(
                    List.of(now.server().value(), String.format(Locale.ROOT, "%.4f %%", 100 * now.used())));
            for (Outlook outlook : outlooks) {
                row.add(life(outlook.devices().get(i).epochsLeft()));
            }
            table.row(row.toArray());
        }
        return table;
    }

    private String life(double epochs) {
        return LifeTime.of(epochs, epoch);
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("workload", "from cluster");
        json.put("synthetic", true);
        json.put("servers", live.devices().size());
        json.put("left_out", live.leftOut());
        json.put("objects", live.objects().seen());
        json.put("objects_of_other_schemes", live.ofOtherSchemes());
        json.put("objects_modelled", model.objects());
        json.put("scale", model.scale());
        json.put("utilisation", model.cluster().utilisation());
        json.put("epochs", model.workload().epochs());
        json.put("epoch_seconds", epoch.toMillis() / 1e3);
        json.put("epochs_per_epoch", model.workload().stretch());
        json.put("notes", notes());
        json.put("policies", outlooks.stream().map(this::json).toList());
        return json;
    }

    private Map<String, Object> json(Outlook outlook) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("policy", outlook.policy());
        json.put("first", outlook.first().server().value());
        json.put("first_days", days(outlook.first().epochsLeft()));
        json.put("median_days", days(outlook.median()));
        json.put("last_days", days(outlook.last()));
        json.put("mean_days", days(outlook.mean()));
        json.put("erases_per_day", outlook.erasesPerEpoch() / LifeTime.days(1, epoch));
        json.put("extra_erases_percent", outlook.extraErases(unbalanced()));
        json.put("write_amplification", outlook.writeAmplification());
        json.put("devices", outlook.devices().stream().map(this::json).toList());
        return json;
    }

    private Map<String, Object> json(DeviceLife device) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("server", device.server().value());
        json.put("endurance_used", device.used());
        json.put("rated_erases", device.ratedErases());
        json.put("erases_of_a_block_per_day", device.erasesPerEpoch() / LifeTime.days(1, epoch));
        json.put("days_left", days(device.epochsLeft()));
        return json;
    }

    /** Null if there is no end: JSON has no infinity. */
    private @Nullable Double days(double epochs) {
        double days = LifeTime.days(epochs, epoch);
        return Double.isFinite(days) ? days : null;
    }
}
