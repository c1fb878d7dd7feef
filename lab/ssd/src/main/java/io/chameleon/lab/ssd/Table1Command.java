package io.chameleon.lab.ssd;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.output.TextTable;
import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.theory.PrintedTable1;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon simssd table1}. */
@Command(
        name = "table1",
        description = {
            "Table 1 of the HCWF(swap) paper: write amplification by model and by simulation, printed and ours.",
            "Its first row prints r = 0.96; its results belong to r = 0.86. Both are shown, and the former does not count."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  chameleon simssd table1 --no-simulation",
            "  chameleon simssd table1 --quick -o json"
        })
@SuppressWarnings("NullAway.Init")
final class Table1Command implements Callable<Integer> {
    @Mixin
    private TableOptions options = new TableOptions();

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    @Override
    public Integer call() {
        List<PrintedTable1.Row> printed = new ArrayList<>(PrintedTable1.rows());
        printed.add(PrintedTable1.misprintedRow());
        List<TableOptions.Result> ours = options.run(
                "table 1", printed.stream().map(PrintedTable1.Row::setting).toList());
        List<Comparison> rows = new ArrayList<>();
        for (int i = 0; i < printed.size(); i++) {
            PrintedTable1.Row row = printed.get(i);
            boolean misprint = i == printed.size() - 1;
            String name = misprint ? "1 as printed" : Integer.toString(i + 1);
            rows.add(new Comparison(name, row.setting(), row.ode(), row.simulation(), ours.get(i), !misprint));
        }
        answers.answer(() -> Comparison.json(1, options.seed(), rows), () -> text(rows));
        return 0;
    }

    private static String text(List<Comparison> rows) {
        TextTable table = new TextTable(
                "row",
                "b",
                "S_f",
                "d/d*",
                "r/f",
                "ODE printed",
                "ODE ours",
                "distance",
                "simulation printed",
                "ours",
                "distance");
        for (Comparison row : rows) {
            HotColdParameters setting = row.setting();
            table.row(
                    row.name(),
                    setting.pagesPerBlock(),
                    setting.spareFactor(),
                    setting.choices() + "/" + setting.swapChoices(),
                    setting.hotProbability() + "/" + setting.hotFraction(),
                    Decimals.of(row.printedOde(), 4),
                    Decimals.of(row.ours().ode(), 4),
                    Comparison.percent(row.odePercent()),
                    Decimals.of(Objects.requireNonNull(row.printedSimulation(), "table 1 prints simulations"), 4),
                    row.simulation(),
                    Comparison.percent(row.simulationPercent()));
        }
        return table + "\n\n" + Comparison.verdict(rows);
    }
}
