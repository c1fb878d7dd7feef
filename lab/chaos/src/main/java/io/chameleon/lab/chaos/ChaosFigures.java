package io.chameleon.lab.chaos;

import io.chameleon.core.Durations;
import io.chameleon.lab.chaos.FaultEvent.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The numbers of a run, by their names in the report. */
record ChaosFigures(ChaosResult result) {
    /** What it was run with. */
    Map<String, Object> conditions() {
        ChaosConfig config = result.config();
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("seed", config.seed());
        rows.put("length", Durations.exact(config.length()));
        rows.put("least_operations", config.operations());
        rows.put("least_kills", config.kills());
        rows.put("kills_per_minute", config.killsPerMinute());
        rows.put("disasters_per_minute", config.disastersPerMinute());
        rows.put("kinds_of_disasters", config.disasters().toString());
        rows.put("flash_servers", config.servers());
        rows.put("clients", config.clients());
        rows.put("s3_gateways", config.gateways());
        rows.put("most_operations_per_second", config.operationsPerSecond());
        rows.put("keys", config.keys());
        rows.put("databases", config.databases());
        rows.put("java", Runtime.version().toString());
        rows.put("processors", Runtime.getRuntime().availableProcessors());
        return rows;
    }

    /** What came out. */
    Map<String, Object> measured() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("operations_acknowledged", result.operations());
        rows.put("operations_of_versions", result.ofVersions());
        rows.put("operations_per_second", round(result.operations() / result.seconds()));
        rows.put("kills", result.count(Kind.KILL));
        rows.put("kills_mid_transition", round(midTransitionShare()));
        rows.put("pauses", result.count(Kind.PAUSE));
        rows.put("link_faults", result.count(Kind.LINK));
        rows.put("disasters", result.count(Kind.DISASTER));
        rows.put("bucket_moves", result.count(Kind.MOVE));
        rows.put("errors", result.tally().errors().toString());
        rows.put("epochs", result.epochs());
        rows.put("leaderships", result.fences());
        rows.put("most_objects_in_state", result.mostInState().toString());
        rows.put("keys_read_back", result.aftermath().keysRead());
        rows.put("objects_verified", result.aftermath().objects());
        rows.put("fragments_verified", result.aftermath().fragments());
        rows.put("objects_degraded", result.aftermath().degraded());
        rows.put("fragments_left_over", result.aftermath().leftovers());
        rows.put("violations", result.violations().size());
        return rows;
    }

    private double midTransitionShare() {
        List<FaultEvent> kills = result.events(Kind.KILL);
        return kills.isEmpty()
                ? 0
                : (double) kills.stream().filter(FaultEvent::isMidTransition).count() / kills.size();
    }

    Map<String, Long> killsByRole() {
        return new TreeMap<>(result.events(Kind.KILL).stream()
                .collect(Collectors.groupingBy(FaultEvent::roleLabel, Collectors.counting())));
    }

    /** Milliseconds; null where nothing was acknowledged. */
    private static @Nullable Double latency(Timeline line, double quantile) {
        return line.count() == 0 ? null : round(line.latencyMillis(quantile));
    }

    static Map<String, @Nullable Object> of(Timeline line) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("acknowledged", line.count());
        json.put("p50_ms", latency(line, 0.5));
        json.put("p99_ms", latency(line, 0.99));
        json.put("p999_ms", latency(line, 0.999));
        json.put("windows", line.away().size());
        json.put("longest_window_s", round(line.longestAway() / 1e9));
        return json;
    }

    private static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
