package io.chameleon.lab.papers.figure;

import io.chameleon.lab.emulator.command.Interval;

/** A claim and what we measured. */
public record CheckedClaim(Claim claim, Interval ours) {
    public boolean agrees() {
        return claim.relation().holds(ours.mean(), claim.printed(), claim.tolerance());
    }

    public String printed() {
        return claim.relation().text(claim.printed(), claim.unit());
    }

    public String measured() {
        return claim.unit().text(ours);
    }

    public String distance() {
        return claim.unit().distance(ours.mean(), claim.printed());
    }

    /** A sentence if we disagree, otherwise empty. */
    public String disagreement() {
        return agrees()
                ? ""
                : ("We disagree with " + claim.where() + ", \"" + claim.says() + "\": ours is " + measured() + ". "
                                + claim.why())
                        .strip();
    }
}
