package io.chameleon.lab.ssd;

import io.chameleon.lab.common.Mode;
import io.chameleon.lab.emulator.trace.TraceFormat;
import io.chameleon.lab.ssd.workload.WarmUp;
import io.chameleon.lab.ssd.workload.Workload;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.HeatSource;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is written to the device. */
final class LoadOptions {
    private static final int DEFAULT_LOGICAL_BLOCKS = 10_000;
    private static final int UNIFORM_OVERWRITES = 10;
    private static final int COLD_OVERWRITES = 5;
    private static final int LONGEST_WARM_UP = 2_000;
    private static final HeatSource LEARNED = new HeatSource.Learned(1, 2);

    enum Kind {
        UNIFORM,
        ROSENBLUM,
        ZIPF,
        TRACE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    enum Heat {
        ORACLE,
        LEARNED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description = "${COMPLETION-CANDIDATES}. Default: trace with --trace, rosenblum with --hot-probability or"
                    + " --hot-fraction or a mode that tells hot from cold, else uniform.")
    private @Nullable Kind kind;

    @Mixin
    private HotColdOptions hotCold = new HotColdOptions();

    @Option(
            names = "--zipf-exponent",
            paramLabel = "E",
            description = "Page k is written in proportion to 1 / k^E. Default: ${DEFAULT-VALUE}.")
    private double zipfExponent = 0.99;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Block trace whose writes are replayed, again and again; plain, .gz or .zst.")
    private @Nullable Path trace;

    @Option(
            names = "--trace-format",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES}. Default: that of the trace's first line.")
    private @Nullable TraceFormat traceFormat;

    @Option(
            names = "--heat",
            paramLabel = "SOURCE",
            description = "Who tells hot pages from cold ones: an oracle that knows --hot-fraction, or counts of writes"
                    + " (learned). Default: learned for traces, else oracle.")
    private @Nullable Heat heat;

    @Option(
            names = "--logical-blocks",
            paramLabel = "U",
            description = "Blocks' worth of pages the host sees. Default: 10000; for a trace, what it writes.")
    private @Nullable Integer logicalBlocks;

    private @Nullable TracePages recording;

    Kind kind(Mode mode) {
        Kind asked = kind;
        if (asked != null) {
            return asked;
        }
        if (trace != null) {
            return Kind.TRACE;
        }
        return hotCold.given() || mode.isHcwf() || mode == Mode.HOT_COLD_COPIES ? Kind.ROSENBLUM : Kind.UNIFORM;
    }

    Workload workload(Mode mode) {
        return switch (kind(mode)) {
            case UNIFORM -> new Workload.Uniform();
            case ROSENBLUM -> new Workload.Rosenblum(hotCold.probability(), hotCold.fraction());
            case ZIPF -> new Workload.Zipf(zipfExponent);
            case TRACE -> recording().workload();
        };
    }

    int logicalBlocks(Mode mode, int pagesPerBlock) {
        Integer asked = logicalBlocks;
        if (asked != null) {
            return asked;
        }
        return kind(mode) == Kind.TRACE
                ? Math.ceilDiv(recording().distinctPages(), pagesPerBlock)
                : DEFAULT_LOGICAL_BLOCKS;
    }

    HeatSource heat(Mode mode) {
        Heat asked = heat;
        boolean learned = asked == null ? kind(mode) == Kind.TRACE : asked == Heat.LEARNED;
        return learned ? LEARNED : new HeatSource.Oracle(hotCold.fraction());
    }

    WarmUp warmUp(Mode mode, double tolerance) {
        int least = kind(mode) == Kind.ROSENBLUM && hotCold.probability() < 1
                ? WarmUp.coldOverwrites(hotCold.probability(), hotCold.fraction(), COLD_OVERWRITES)
                : UNIFORM_OVERWRITES;
        return new WarmUp(least, Math.max(least, LONGEST_WARM_UP), tolerance);
    }

    void describe(Mode mode, Map<String, Object> json) {
        json.put("workload", kind(mode).toString());
        switch (kind(mode)) {
            case UNIFORM -> {}
            case ROSENBLUM -> hotCold.describe(json);
            case ZIPF -> json.put("zipf_exponent", zipfExponent);
            case TRACE -> recording().describe(json);
        }
    }

    private TracePages recording() {
        TracePages known = recording;
        if (known == null) {
            if (trace == null) {
                throw new IllegalArgumentException("--trace: nothing given, expected a file with --workload trace");
            }
            known = TracePages.read(trace, traceFormat, FlashGeometry.DEFAULT_PAGE_BYTES);
            recording = known;
        }
        return known;
    }
}
