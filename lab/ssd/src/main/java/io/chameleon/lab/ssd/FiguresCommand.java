package io.chameleon.lab.ssd;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.lab.common.ReportFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon simssd figures}. */
@Command(
        name = "figures",
        description = {
            "Figures 1, 2 and 3 of the HCWF(swap) paper: charts as PNG and SVG, and their numbers as Markdown.",
            "Figure 1 is computed by the model, Figures 2 and 3 are simulated; the paper's are means of 50 runs, up to W_max = 5000."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  chameleon simssd figures --quick",
            "  chameleon simssd figures --runs 50 --max-erases 5000 --report paper-figures"
        })
@SuppressWarnings("NullAway.Init")
final class FiguresCommand implements Callable<Integer> {
    @Option(names = "--report", paramLabel = "DIR", description = "Where the files go. Default: ${DEFAULT-VALUE}.")
    private Path report = Path.of("simssd-report");

    @Option(
            names = "--quick",
            description = "Fewer points of Figure 1; the defaults of the options below become 450, 200 and 2.")
    private boolean quick;

    @Option(
            names = "--logical-blocks",
            paramLabel = "U",
            description = "Size of the devices of Figures 2 and 3. Default: 900, which makes 1000 physical blocks.")
    private @Nullable Integer logicalBlocks;

    @Option(
            names = "--max-erases",
            paramLabel = "W",
            description = "The largest W_max of Figures 2 and 3. Default: 1000.")
    private @Nullable Integer maxErases;

    @Option(names = "--runs", paramLabel = "N", description = "Runs that Figures 2 and 3 are the mean of. Default: 5.")
    private @Nullable Integer runs;

    @Mixin
    private RunOptions chance = new RunOptions();

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    @Override
    public Integer call() {
        WearCurve.Effort effort = new WearCurve.Effort(
                given(logicalBlocks, quick ? 450 : 900),
                given(maxErases, quick ? 200 : 1_000),
                given(runs, quick ? 2 : 5),
                chance.seed(),
                chance.threads());
        ReportFiles.prepare("--report", report);
        // First what refuses a device that cannot be.
        List<WearCurve> wear = WearCurve.simulate(effort);
        List<AmplificationCurve> amplification = AmplificationCurve.compute(quick, chance.threads());
        FigureText text = new FigureText(amplification, wear, effort);
        List<Path> files = write(amplification, wear, text.markdown());
        answers.answer(
                () -> json(amplification, wear, effort, files), () -> text.markdown() + "\nwritten to " + report);
        return 0;
    }

    private static int given(@Nullable Integer asked, int otherwise) {
        return asked == null ? otherwise : asked;
    }

    private List<Path> write(List<AmplificationCurve> amplification, List<WearCurve> wear, String markdown) {
        try {
            List<Path> files = new ArrayList<>(FigureCharts.write(amplification, wear, report));
            files.add(ReportFiles.write(report.resolve("figures.md"), markdown));
            return files;
        } catch (IOException e) {
            throw new CommandFailure("--report: cannot write to " + report + ": " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> json(
            List<AmplificationCurve> amplification, List<WearCurve> wear, WearCurve.Effort effort, List<Path> files) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("figure1", amplification.stream().map(AmplificationCurve::json).toList());
        json.put("figures2and3", wear.stream().map(WearCurve::json).toList());
        json.put("logical_blocks", effort.logicalBlocks());
        json.put("max_erases", effort.maxErases());
        json.put("runs", effort.runs());
        json.put("seed", effort.seed());
        json.put("files", files.stream().map(Path::toString).toList());
        return json;
    }
}
