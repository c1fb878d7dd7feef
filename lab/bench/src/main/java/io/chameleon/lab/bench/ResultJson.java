package io.chameleon.lab.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A result as JSON; docs/operate/bench.md describes the fields. */
final class ResultJson {
    private ResultJson() {}

    static Map<String, Object> of(Result result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("plan", plan(result.plan()));
        json.put("seconds", result.seconds());
        json.put("operations", result.operations());
        json.put("operations_per_second", result.perSecond());
        json.put("read_bytes", result.readBytes());
        json.put("written_bytes", result.writtenBytes());
        json.put("errors", result.errors());
        json.put("error_examples", result.errorExamples());
        json.put("never_begun", result.neverBegun());
        Map<String, Object> kinds = new LinkedHashMap<>();
        result.times()
                .forEach((operation, histogram) -> kinds.put(operation.label(), times(histogram, result.seconds())));
        json.put("all", times(result.all(), result.seconds()));
        json.put("by_operation", kinds);
        json.put("usage", usage(result));
        List<Map<String, Object>> course = new ArrayList<>();
        result.course().forEach(second -> course.add(second(second)));
        json.put("course", course);
        return json;
    }

    private static Map<String, Object> plan(Plan plan) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("mix", plan.mix().name());
        json.put("keys", plan.keys().name().toLowerCase(Locale.ROOT));
        json.put("sizes", plan.sizes().toString());
        json.put("objects", plan.objects());
        json.put("clients", plan.clients());
        json.put("rate", plan.rate());
        json.put("policy", plan.options().policy().map(Enum::name).orElse("bucket"));
        json.put("read_mode", plan.reading().mode().name().toLowerCase(Locale.ROOT));
        json.put("read_as", plan.reading().as().name().toLowerCase(Locale.ROOT));
        json.put("warm_up_seconds", plan.warmUp().toMillis() / 1000.0);
        json.put("duration_seconds", plan.duration().toMillis() / 1000.0);
        json.put("seed", plan.seed());
        return json;
    }

    private static Map<String, Object> times(Histogram micros, double seconds) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("count", micros.getTotalCount());
        json.put("per_second", micros.getTotalCount() / seconds);
        json.put("mean_ms", micros.getTotalCount() == 0 ? 0 : micros.getMean() / 1000);
        for (double percentile : new double[] {50, 90, 99, 99.9, 99.99}) {
            String name = Double.toString(percentile).replace(".0", "").replace('.', '_');
            json.put("p" + name + "_ms", micros.getValueAtPercentile(percentile) / 1000.0);
        }
        json.put("max_ms", micros.getMaxValue() / 1000.0);
        return json;
    }

    private static Map<String, Object> usage(Result result) {
        Usage usage = result.usage();
        double operations = Math.max(1, result.operations());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("client_cpu_micros_per_operation", usage.clientCpuNanos() / 1e3 / operations);
        json.put("client_allocated_bytes_per_operation", usage.clientAllocatedBytes() / operations);
        if (!usage.servers().isEmpty()) {
            json.put("server_cpu_micros_per_operation", usage.serverCpuNanos() / 1e3 / operations);
            json.put("server_allocated_bytes_per_operation", usage.serverAllocatedBytes() / operations);
            json.put("server_resident_bytes", usage.serverResidentBytes());
        }
        json.put(
                "servers",
                usage.servers().stream()
                        .map(server -> server(server, operations))
                        .toList());
        return json;
    }

    private static Map<String, Object> server(Usage.Server server, double operations) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("pid", server.pid());
        json.put("program", server.name());
        json.put("cpu_micros_per_operation", server.cpuNanos() / 1e3 / operations);
        if (server.allocatedBytes() >= 0) {
            json.put("allocated_bytes_per_operation", server.allocatedBytes() / operations);
        }
        if (server.residentBytes() >= 0) {
            json.put("resident_bytes", server.residentBytes());
        }
        return json;
    }

    private static Map<String, Object> second(Result.Second second) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("at_seconds", second.at());
        json.put("per_second", second.operationsPerSecond());
        json.put("p50_ms", second.medianMillis());
        json.put("p99_ms", second.p99Millis());
        return json;
    }
}
