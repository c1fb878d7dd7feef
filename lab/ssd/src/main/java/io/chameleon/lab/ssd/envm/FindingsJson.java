package io.chameleon.lab.ssd.envm;

import io.chameleon.lab.ssd.envm.simulation.Scheme;
import io.chameleon.lab.ssd.envm.simulation.SimulationConfig;
import io.chameleon.lab.ssd.envm.simulation.SimulationReport;
import io.chameleon.lab.ssd.envm.simulation.SimulationReport.ClassReport;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Findings for scripts. Latencies in microseconds, sizes in bytes, everything per day. */
final class FindingsJson {
    private FindingsJson() {}

    static Map<String, Object> of(Findings findings) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("workload", findings.workload().name());
        json.put("synthetic", findings.workload().synthetic());
        json.put("requests", findings.workload().log().size());
        json.put("hierarchy", config(findings.base()));
        json.put("policies", policies(findings.schemes()));
        Map<String, Object> magnified = new LinkedHashMap<>();
        findings.magnified().forEach((factor, reports) -> {
            if (factor > 1) {
                magnified.put(factor + "x", policies(reports));
            }
        });
        json.put("magnified", magnified);
        SimulationReport tlc = findings.tlc();
        if (tlc != null) {
            json.put("tlc", report(tlc));
        }
        json.put("envm_sizes", findings.sizes().stream().map(FindingsJson::need).toList());
        return json;
    }

    private static Map<String, Object> config(SimulationConfig config) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dram_bytes", config.dramBytes());
        json.put("envm_bytes", config.envmBytes());
        json.put("flash_bytes", config.flashBytes());
        json.put("day_seconds", config.dayMicros() / 1e6);
        json.put("flash_limit_bytes", config.flashLimit());
        json.put("envm_limit_bytes", config.envmLimit());
        json.put("idle_floor", config.idleFloor());
        return json;
    }

    private static Map<String, Object> policies(Map<Scheme, SimulationReport> reports) {
        Map<String, Object> json = new LinkedHashMap<>();
        reports.forEach((scheme, report) -> json.put(lower(scheme), report(report)));
        return json;
    }

    private static Map<String, Object> report(SimulationReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        report.classes().forEach((traffic, means) -> json.put(lower(traffic), means(means)));
        json.put("days", report.days().stream().map(FindingsJson::day).toList());
        json.put("idle_writebacks", report.counters().idleWritebacks());
        json.put("urgent_writebacks", report.counters().urgentWritebacks());
        return json;
    }

    private static Map<String, Object> means(ClassReport means) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("days", means.days());
        json.put("read_micros", means.readMicros());
        json.put("write_micros", means.writeMicros());
        json.put("dram_share", means.dramShare());
        json.put("envm_share", means.envmShare());
        json.put("flash_safe_bytes", means.safeBytes());
        json.put("flash_critical_bytes", means.criticalBytes());
        json.put("envm_write_bytes", means.envmBytes());
        json.put("bytes_at_risk", means.meanBytesAtRisk());
        json.put("read_p99_micros_by_kib", means.readP99Micros());
        return json;
    }

    private static Map<String, Object> day(SimulationReport.Day day) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("day", day.number());
        json.put("traffic", lower(day.traffic()));
        json.put("requests", day.requests());
        json.put("flash_write_bytes", day.flashBytesWritten());
        json.put("envm_write_bytes", day.envmBytesWritten());
        json.put("mean_bytes_at_risk", day.meanBytesAtRisk());
        json.put("most_bytes_at_risk", day.mostBytesAtRisk());
        return json;
    }

    private static Map<String, Object> need(Findings.EnvmNeed need) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("flash", lower(need.technology()));
        json.put("process", need.process().title());
        json.put("cycles", need.technology().cycles(need.process()));
        if (!Double.isNaN(need.envmShare())) { // otherwise no size will do
            json.put("envm_share", need.envmShare());
            json.put("price", need.price());
        }
        return json;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
