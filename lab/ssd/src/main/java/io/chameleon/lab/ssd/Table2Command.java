package io.chameleon.lab.ssd;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.output.TextTable;
import io.chameleon.lab.ssd.theory.PrintedTable2;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon simssd table2}. */
@Command(
        name = "table2",
        description = {
            "Table 2 of the HCWF(swap) paper: the impact of d* on write amplification, printed and ours.",
            "The paper prints results of the model; our simulation is compared with the same number."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  chameleon simssd table2 --no-simulation",
            "  chameleon simssd table2 --quick -o json"
        })
@SuppressWarnings("NullAway.Init")
final class Table2Command implements Callable<Integer> {
    @Mixin
    private TableOptions options = new TableOptions();

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    @Override
    public Integer call() {
        List<PrintedTable2.Cell> printed = PrintedTable2.cells();
        List<TableOptions.Result> ours = options.run(
                "table 2", printed.stream().map(PrintedTable2.Cell::setting).toList());
        List<Comparison> rows = new ArrayList<>();
        for (int i = 0; i < printed.size(); i++) {
            PrintedTable2.Cell cell = printed.get(i);
            rows.add(new Comparison("case " + cell.number(), cell.setting(), cell.ode(), null, ours.get(i), true));
        }
        answers.answer(() -> Comparison.json(2, options.seed(), rows), () -> text(rows));
        return 0;
    }

    private static String text(List<Comparison> rows) {
        TextTable table = new TextTable("d*", "case", "printed", "ODE ours", "distance", "simulation ours", "distance");
        for (Comparison row : rows) {
            table.row(
                    row.setting().swapChoices(),
                    row.name(),
                    Decimals.of(row.printedOde(), 4),
                    Decimals.of(row.ours().ode(), 4),
                    Comparison.percent(row.odePercent()),
                    row.simulation(),
                    Comparison.percent(row.simulationPercent()));
        }
        return table + "\n\n" + Comparison.verdict(rows);
    }
}
