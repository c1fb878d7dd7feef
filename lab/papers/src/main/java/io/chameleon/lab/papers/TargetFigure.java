package io.chameleon.lab.papers;

import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import java.util.List;

/** A section that holds our default policy against targets. */
interface TargetFigure extends Figure {
    /** Its targets; results tell only on which workloads there is nothing to balance. */
    List<Target> targets(Results results);

    /** The table of the targets, met or missed. */
    default void writeTargets(Results results, Section section) {
        section.table(
                List.of("target", "paper, average / most", "goal", "measured", "verdict"),
                targets(results).stream()
                        .map(target -> target.check(results))
                        .map(checked -> List.of(
                                checked.target().what(),
                                checked.target().paper(),
                                checked.goal(),
                                checked.measured(),
                                checked.verdict()))
                        .toList());
    }
}
