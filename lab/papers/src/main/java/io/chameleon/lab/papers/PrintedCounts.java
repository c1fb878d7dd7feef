package io.chameleon.lab.papers;

import io.chameleon.lab.emulator.command.Numbers;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.lab.papers.figure.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A table of the composition of workloads: printed, ours at this scale, and the difference.
 *
 * @param columns what is counted
 * @param rows a workload and its printed counts, in the order of the columns
 */
record PrintedCounts(List<Column> columns, List<Row> rows) {
    private static final double GB = 1e9;

    /** @param scales whether it grows with the workload */
    record Column(String name, int digits, boolean scales, ToDoubleFunction<Workload> ours) {}

    record Row(String workload, double... printed) {}

    /** Chameleon, Table III. */
    static final PrintedCounts TABLE_III = new PrintedCounts(
            List.of(
                    new Column("requests", 0, true, Workload::requests),
                    new Column("data set, GB", 2, true, workload -> dataBytes(workload) / GB),
                    new Column(
                            "request data, GB",
                            2,
                            true,
                            workload -> bytes(workload, true) / GB + bytes(workload, false) / GB),
                    new Column(
                            "write ratio, %", 1, false, workload -> 100 * count(workload, true) / workload.requests())),
            List.of(
                    new Row("ycsb-zipf", 1.2e6, 10.4, 55, 81.1),
                    new Row("mds-0", 1.3e6, 3.1, 44, 93.2),
                    new Row("web-1", 1.3e6, 3.8, 18, 76.9),
                    new Row("usr-0", 2.2e6, 2.5, 194, 83.6),
                    new Row("hm-0", 4.0e6, 1.9, 135, 86.6)));

    /** EDM, Table I. */
    static final PrintedCounts EDM_TABLE_I = new PrintedCounts(
            List.of(
                    new Column("files", 0, true, Workload::objects),
                    new Column("writes", 0, true, workload -> count(workload, true)),
                    new Column(
                            "mean write, bytes", 0, false, workload -> bytes(workload, true) / count(workload, true)),
                    new Column("reads", 0, true, workload -> count(workload, false)),
                    new Column(
                            "mean read, bytes", 0, false, workload -> bytes(workload, false) / count(workload, false))),
            List.of(
                    new Row("edm-home02", 10_931, 730_602, 8_048, 3_497_486, 8_191),
                    new Row("edm-home03", 8_010, 355_091, 7_938, 2_624_676, 8_190),
                    new Row("edm-home04", 7_798, 358_976, 8_013, 2_034_078, 8_192),
                    new Row("edm-deasna", 9_727, 232_481, 24_167, 271_619, 23_869),
                    new Row("edm-deasna2", 8_405, 269_936, 18_489, 372_750, 20_529),
                    new Row("edm-lair62", 19_088, 740_831, 5_415, 890_680, 7_264),
                    new Row("edm-lair62b", 27_228, 409_215, 5_496, 736_469, 7_612)));

    private static double dataBytes(Workload workload) {
        double sum = 0;
        for (int object = 0; object < workload.objects(); object++) {
            sum += workload.objectBytes(object);
        }
        return sum;
    }

    private static double bytes(Workload workload, boolean writes) {
        double sum = 0;
        for (int request = 0; request < workload.requests(); request++) {
            sum += workload.isWrite(request) == writes ? workload.bytes(request) : 0;
        }
        return sum;
    }

    private static double count(Workload workload, boolean writes) {
        double sum = 0;
        for (int request = 0; request < workload.requests(); request++) {
            sum += workload.isWrite(request) == writes ? 1 : 0;
        }
        return sum;
    }

    /** Loads the workloads one after the other. A recording is as long as what was counted, whatever the scale. */
    void write(Effort effort, Section section) {
        List<String> header = new ArrayList<>(List.of("workload"));
        columns.forEach(column -> {
            header.add(column.name()
                    + (column.scales() && effort.scale() != 1 ? " × " + effort.scale() + " if synthetic" : ""));
            header.add("ours");
            header.add("distance");
        });
        List<List<String>> lines = new ArrayList<>();
        for (Row row : rows) {
            lines.add(line(row, effort));
        }
        section.table(header, lines);
    }

    private List<String> line(Row row, Effort effort) {
        Workload workload =
                effort.source(row.workload(), effort.seeds().getFirst()).load();
        double scale = workload.isSynthetic() ? effort.scale() : 1;
        List<String> line = new ArrayList<>(List.of(row.workload() + (workload.isSynthetic() ? " (synthetic)" : "")));
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            double printed = row.printed()[i] * (column.scales() ? scale : 1);
            double ours = column.ours().applyAsDouble(workload);
            line.add(Numbers.of(printed, column.digits()));
            line.add(Numbers.of(ours, column.digits()));
            line.add(Numbers.percent(Numbers.change(ours, printed)));
        }
        return line;
    }
}
