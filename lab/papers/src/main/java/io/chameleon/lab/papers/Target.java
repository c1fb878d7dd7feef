package io.chameleon.lab.papers;

import io.chameleon.lab.emulator.command.Interval;
import io.chameleon.lab.papers.figure.Measure;
import io.chameleon.lab.papers.figure.Relation;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Unit;

/**
 * A target of our default policy.
 *
 * @param what is measured, and over which workloads
 * @param paper what the paper reports of its own
 */
public record Target(String what, String paper, Relation relation, double bound, Unit unit, Measure measure) {
    /** A target and what we measured. */
    public record Checked(Target target, Interval ours) {
        /** By the mean over the seeds. */
        public boolean isMet() {
            return target.relation().holds(ours.mean(), target.bound(), 0);
        }

        public String goal() {
            return target.relation().text(target.bound(), target.unit());
        }

        String measured() {
            return target.unit().text(ours);
        }

        public String verdict() {
            if (!isMet()) {
                return "missed";
            }
            double worst = target.relation() == Relation.AT_LEAST ? ours.low() : ours.high();
            return target.relation().holds(worst, target.bound(), 0)
                    ? "met"
                    : "met on average, not within the interval";
        }
    }

    public Checked check(Results results) {
        return new Checked(this, measure.interval(results));
    }
}
