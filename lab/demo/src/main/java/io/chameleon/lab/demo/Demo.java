package io.chameleon.lab.demo;

import io.chameleon.cli.output.Output;
import io.chameleon.lab.common.ReportFiles;
import io.chameleon.lab.emulator.trace.TraceReader;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Runs a pass for each policy and reports the results. */
public final class Demo {
    private static final String DEFAULT_TRACE = "/traces/pgbench.csv.gz";

    private final DemoConfig config;
    private final Output output;

    public Demo(DemoConfig config, Output output) {
        this.config = config;
        this.output = output;
    }

    /** Returns whether everything acknowledged was read back. */
    public boolean run() throws Exception {
        ReportFiles.prepare("--report", config.report());
        Workload workload;
        try (TraceReader trace = trace()) {
            workload = Workload.read(config, trace);
        }
        output.say(workload.files().size() + " files of " + config.input() + ", then " + workload.requests()
                + " trace requests: " + workload.writes().length + " overwrites of " + workload.extents().length
                + " objects of 64 KiB, on " + config.servers() + " servers, in " + config.epochs() + " epochs");
        PassResult none = pass(workload, DemoConfig.BASELINE);
        List<PassResult> balanced = new ArrayList<>();
        for (String policy : config.policies()) {
            balanced.add(pass(workload, policy));
        }
        Report report = new Report(none, balanced);
        draw(report);
        output.answer(report.json(), "\n" + report.text());
        return report.lost() == 0;
    }

    /** A machine without fonts cannot draw; the numbers are worth printing nevertheless. */
    private void draw(Report report) {
        try {
            Charts.write(report, config.report()).forEach(chart -> output.say("chart: " + chart));
        } catch (LinkageError | InternalError e) {
            output.say(
                    "no charts: this machine cannot draw text; install fontconfig and a font (" + e.getMessage() + ")");
        }
    }

    private PassResult pass(Workload workload, String policy) throws Exception {
        PassResult result = new Pass(config, workload, policy).run();
        output.say(String.format(Locale.ROOT, "policy %-10s  %.0f s", policy, result.seconds()));
        return result;
    }

    private TraceReader trace() {
        Path file = config.trace();
        if (file != null) {
            return TraceReader.open(file);
        }
        InputStream recording = Objects.requireNonNull(
                Demo.class.getResourceAsStream(DEFAULT_TRACE), "the program comes without " + DEFAULT_TRACE);
        return TraceReader.of(Path.of(DEFAULT_TRACE), recording);
    }
}
