package io.chameleon.lab.ssd;

import io.chameleon.cli.output.Details;
import io.chameleon.lab.ssd.workload.Lifetime;
import io.chameleon.lab.ssd.workload.Measurement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** One or more runs of the same experiment: sums of what was counted, means of what was measured. */
record RunSummary(Map<String, Object> settings, List<Measurement> runs, Lifetime.Point wear) {
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>(settings);
        json.put("write_amplification", writeAmplification());
        if (runs.size() > 1) {
            json.put(
                    "write_amplification_of_runs",
                    runs.stream().map(Measurement::writeAmplification).toList());
        }
        json.put("host_writes", hostWrites());
        json.put("copies", copies());
        json.put("erases", erases());
        json.put("max_erases", wear.maxErases());
        json.put("pe_fairness", wear.peFairness());
        json.put("endurance_full_drive_writes", wear.endurance());
        json.put("warmup_requests", warmUp());
        json.put("stationary", stationary());
        json.put("page_writes_per_second", mean(Measurement::pageWritesPerSecond));
        json.put("seconds", mean(Measurement::seconds));
        return json;
    }

    String text() {
        Details details = new Details();
        settings.forEach((name, value) -> details.line(name.replace('_', ' '), value));
        return details.line("write amplification", Decimals.of(writeAmplification(), 4) + spread())
                .line("host writes", hostWrites())
                .line("erases", erases())
                .line(
                        "PE fairness",
                        Decimals.of(wear.peFairness(), 4) + ", when a block had " + wear.maxErases() + " erases")
                .line("endurance", Decimals.of(wear.endurance(), 1) + " full drive writes, by then")
                .line(
                        "warm-up",
                        warmUp() + " page writes, " + (stationary() ? "to a steady state" : "no steady state seen"))
                .line("speed", Decimals.of(mean(Measurement::pageWritesPerSecond) / 1e6, 1) + " M pages/s programmed")
                .toString();
    }

    /** Of the pooled counts: (host + copied) / host pages. */
    double writeAmplification() {
        return (double) (hostWrites() + copies()) / hostWrites();
    }

    private long hostWrites() {
        return sum(run -> run.counts().hostWrites());
    }

    private long copies() {
        return sum(run -> run.counts().copies());
    }

    private long erases() {
        return sum(run -> run.counts().erases());
    }

    private long warmUp() {
        return runs.stream().mapToLong(Measurement::warmUpRequests).max().orElse(0);
    }

    private boolean stationary() {
        return runs.stream().allMatch(Measurement::stationary);
    }

    private String spread() {
        if (runs.size() == 1) {
            return "";
        }
        double low =
                runs.stream().mapToDouble(Measurement::writeAmplification).min().orElseThrow();
        double high =
                runs.stream().mapToDouble(Measurement::writeAmplification).max().orElseThrow();
        return ", runs from " + Decimals.of(low, 4) + " to " + Decimals.of(high, 4);
    }

    private long sum(ToLongFunction<Measurement> of) {
        return runs.stream().mapToLong(of).sum();
    }

    private double mean(ToDoubleFunction<Measurement> of) {
        return runs.stream().mapToDouble(of).average().orElse(0);
    }
}
