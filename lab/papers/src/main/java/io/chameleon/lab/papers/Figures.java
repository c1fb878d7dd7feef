package io.chameleon.lab.papers;

import io.chameleon.core.Require;
import io.chameleon.lab.papers.figure.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All figures, in the order of the report. */
final class Figures {
    private Figures() {}

    static List<Figure> all(Effort effort) {
        List<Figure> figures = new ArrayList<>();
        figures.add(new Targets(effort));
        figures.add(new HeldOutTargets(effort));
        figures.add(new WearImbalance());
        figures.addAll(Tables.chameleon(effort));
        figures.add(ChameleonFigures.wearVariance());
        figures.add(ChameleonFigures.endurance());
        figures.add(ChameleonFigures.latency());
        figures.add(ChameleonFigures.amplification());
        figures.add(new StatesOverTime());
        figures.add(Tables.edm(effort));
        figures.add(new EdmWear());
        figures.add(new EdmVictims());
        figures.add(EdmFigures.throughput());
        figures.add(EdmFigures.erases());
        figures.add(new EdmResponse());
        figures.add(EdmFigures.moved());
        return figures;
    }

    /** The chosen ones, in the order of the report; all if none is named. */
    static List<Figure> chosen(Effort effort, List<String> only) {
        List<Figure> all = all(effort);
        for (String id : only) {
            Require.that(
                    all.stream().anyMatch(figure -> figure.id().equals(id)),
                    "--only",
                    id,
                    "one of " + all.stream().map(Figure::id).collect(Collectors.joining(", ")));
        }
        return all.stream()
                .filter(figure -> only.isEmpty() || only.contains(figure.id()))
                .toList();
    }
}
