package io.chameleon.lab.emulator.command;

import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationResult.EpochEnd;
import io.chameleon.lab.emulator.EmulationResult.Latency;
import io.chameleon.lab.emulator.EmulationResult.Moves;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import io.chameleon.lab.emulator.command.Comparison.Finished;
import io.chameleon.lab.emulator.command.Comparison.Group;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finished runs for scripts, see docs/research/emulate.md. */
final class ComparisonJson {
    private ComparisonJson() {}

    static Map<String, Object> of(Comparison comparison) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("runs", comparison.finished().stream().map(ComparisonJson::run).toList());
        List<Map<String, Object>> summary = comparison.workloads().stream()
                .flatMap(workload -> comparison.groups(workload).stream())
                .filter(group -> group.runs().size() > 1)
                .map(group -> summary(comparison, group))
                .toList();
        if (!summary.isEmpty()) {
            json.put("summary", summary);
        }
        return json;
    }

    private static Map<String, Object> named(Run run, EmulationResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("scheme", run.scheme().name());
        json.put("policy", run.scheme().policy());
        json.put("initial", run.scheme().initial().name());
        json.put("settings", run.settings());
        json.put("workload", run.workload().name());
        json.put("source", run.workload().identity());
        json.put("synthetic", result.synthetic());
        return json;
    }

    private static Map<String, Object> run(Finished finished) {
        Run run = finished.run();
        EmulationResult result = finished.result();
        Map<String, Object> json = named(run, result);
        json.put("seed", run.seed());
        json.put("servers", run.cluster().servers());
        json.put("utilisation", run.cluster().utilisation());
        json.put("epochs", result.epochs().size());
        json.put("sigma", result.wear().sigma());
        json.put("mean", result.wear().mean());
        json.put("cv", result.wear().cv());
        json.put("erases", result.wear().erases());
        json.put("wear_sigma", result.wear().shareSigma());
        json.put("write_amplification", result.amplification().write());
        json.put("balance_amplification", result.amplification().balance());
        json.put("page_latency_us", result.latency().page());
        json.put("request_latency_us", latency(result.latency().request()));
        json.put("queued_latency_us", latency(result.latency().queued()));
        json.put("read_latency_us", latency(result.latency().read()));
        Map<String, Object> network = new LinkedHashMap<>();
        network.put("client", result.networkBytes().client());
        network.put("balance", result.networkBytes().balance());
        json.put("network_bytes", network);
        json.put("moves", (long) Metric.MOVES.of(result));
        json.put("moves_detail", moves(result.moves()));
        json.put("live_page_spread", result.livePageSpread());
        json.put("max_live_page_spread", result.maxLivePageSpread());
        json.put(
                "states_over_time",
                result.epochs().stream().map(ComparisonJson::epoch).toList());
        json.put(
                "by_server",
                result.servers().stream().map(ComparisonJson::server).toList());
        json.put("seconds", result.seconds());
        return json;
    }

    private static Map<String, Object> latency(Latency latency) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("mean", latency.mean());
        json.put("p50", latency.p50());
        json.put("p99", latency.p99());
        json.put("max", latency.max());
        return json;
    }

    private static Map<String, Object> moves(Moves moves) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("remaps", moves.remaps());
        json.put("stale", moves.stale());
        json.put("carried_out", moves.carriedOut());
        json.put("in_place", moves.inPlace());
        json.put("bulk", moves.bulk());
        json.put("bulk_pages", moves.bulkPages());
        return json;
    }

    /** Bytes in each state; states without any are 0. */
    private static Map<String, Object> epoch(EpochEnd epoch) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("epoch", epoch.epoch());
        json.put("sigma", epoch.sigma());
        json.put("mean", epoch.mean());
        json.put("remaps", epoch.remaps());
        json.put("bulk", epoch.bulk());
        json.put("write_latency_us", epoch.writeLatencyUs());
        for (RedundancyState state : RedundancyState.values()) {
            json.put(state.name(), epoch.bytesByState().getOrDefault(state, 0L));
        }
        return json;
    }

    private static Map<String, Object> server(ServerEnd server) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("server", server.server());
        json.put("erases", server.erases());
        json.put("wear", server.wear());
        json.put("host_pages", server.hostPages());
        json.put("nand_pages", server.nandPages());
        json.put("live_pages", server.livePages());
        json.put("utilisation", server.utilisation());
        json.put("victim_utilisation", server.victimUtilisation());
        return json;
    }

    private static Map<String, Object> summary(Comparison comparison, Group group) {
        Map<String, Object> json = named(group.first().run(), group.first().result());
        json.put("seeds", group.runs().stream().map(one -> one.run().seed()).toList());
        for (Metric metric : Metric.values()) {
            Map<String, Object> value = interval(group.value(metric));
            comparison.change(group, metric).ifPresent(change -> value.put("change_percent", interval(change)));
            json.put(metric.key(), value);
        }
        return json;
    }

    private static Map<String, Object> interval(Interval interval) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("mean", interval.mean());
        json.put("half_width_95", interval.halfWidth());
        return json;
    }

    /** Rows of a CSV file, the header first. */
    static List<List<String>> csv(Comparison comparison) {
        List<List<String>> rows = new ArrayList<>();
        List<String> header =
                new ArrayList<>(List.of("workload", "synthetic", "scheme", "initial", "settings", "seed"));
        for (Metric metric : Metric.values()) {
            header.add(metric.key());
        }
        rows.add(header);
        for (Finished one : comparison.finished()) {
            Run run = one.run();
            List<String> row = new ArrayList<>(List.of(
                    run.workload().name(),
                    Boolean.toString(one.result().synthetic()),
                    run.scheme().name(),
                    run.scheme().initial().name(),
                    run.settings().isEmpty() ? "" : run.settings().toString(),
                    Long.toString(run.seed())));
            for (Metric metric : Metric.values()) {
                row.add(Double.toString(metric.of(one.result())));
            }
            rows.add(row);
        }
        return rows;
    }
}
