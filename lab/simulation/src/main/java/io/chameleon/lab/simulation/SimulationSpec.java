package io.chameleon.lab.simulation;

import io.chameleon.core.Require;
import io.chameleon.lab.simulation.role.Wiring;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * One run.
 *
 * @param seed decides everything: the cluster, what clients ask, every fault and every delay
 * @param length time in the cluster, before it is left to become quiet
 * @param faults what may go wrong
 * @param wiring {@link Wiring#SOUND}, unless a bug is planted
 */
public record SimulationSpec(long seed, Duration length, Set<Fault> faults, Wiring wiring) {
    private static final Duration LONGEST = Duration.ofDays(30);

    public SimulationSpec {
        faults = faults.isEmpty() ? Set.of() : EnumSet.copyOf(faults);
        Require.that(
                length.compareTo(Duration.ofSeconds(1)) >= 0 && length.compareTo(LONGEST) <= 0,
                "length of the simulation",
                length,
                "1 second to " + LONGEST.toHours() + " hours");
    }

    /** With all faults. */
    public SimulationSpec(long seed, Duration length) {
        this(seed, length, EnumSet.allOf(Fault.class), Wiring.SOUND);
    }

    public SimulationSpec with(Wiring planted) {
        return new SimulationSpec(seed, length, faults, planted);
    }
}
