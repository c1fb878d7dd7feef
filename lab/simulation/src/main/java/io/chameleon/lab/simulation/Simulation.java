package io.chameleon.lab.simulation;

import io.chameleon.lab.simulation.role.AgingRules;
import io.chameleon.lab.simulation.role.ClientRole;
import io.chameleon.lab.simulation.role.ClusterShape;
import io.chameleon.lab.simulation.world.Silence;
import io.chameleon.lab.simulation.world.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs a simulated cluster: with faults for the requested length, then without, until it is quiet. During the run the
 * invariants are checked after every change. At its end, every object must have all its fragments and be readable,
 * every key's history must be linearizable, and no fragment may be left over.
 *
 * <p>Cost: a few hundred milliseconds of one core for an hour of cluster time. Must run on a platform thread; several
 * runs may proceed side by side.
 */
public final class Simulation {
    /** Long enough for everything under way to end. */
    private static final Duration SETTLE = Duration.ofMinutes(3);
    /** Long enough for orphans to be found: they must be old enough at the reconciliation after next. */
    private static final Duration CLEAN = ClusterShape.GRACE.multipliedBy(3).plusMinutes(2);

    /** Long enough for a leader to be there and for two runs of the rules. */
    private static final Duration AGED = AgingRules.INTERVAL.multipliedBy(2).plusMinutes(4);

    private static final Duration READ = Duration.ofMinutes(2);

    private final SimulationSpec spec;
    private final World world;
    private final Cluster cluster;
    private final Faults faults;

    private Simulation(SimulationSpec spec) {
        this.spec = spec;
        this.world = new World(spec.seed());
        this.cluster = new Cluster(world, ClusterShape.of(world.chance()), spec.wiring());
        this.faults = new Faults(world, cluster, spec.faults());
    }

    public static SimulationResult run(SimulationSpec spec) {
        Silence.keep();
        return new Simulation(spec).run();
    }

    private SimulationResult run() {
        cluster.start();
        faults.start();
        world.runUntil(spec.length().toNanos());
        faults.end();
        pass(SETTLE);
        cluster.clients().forEach(client -> client.working(false));
        cluster.balancers().forEach(balancer -> balancer.balancing(false));
        pass(AGED);
        cluster.atRest().checkLifecycle();
        pass(CLEAN);
        cluster.invariants().check("all is quiet");
        cluster.fragmentsAtRest().checkRepaired();
        cluster.fragmentsAtRest().checkAtRest();
        cluster.atRest().checkTables();
        cluster.atRest().checkLifecycle();
        cluster.atRest().checkPlacement(cluster.rows());
        cluster.clients().forEach(ClientRole::readAll);
        pass(READ);
        cluster.clients().getFirst().verifyAll();
        pass(READ);
        if (!world.isViolated()) {
            cluster.fragmentsAtRest().checkUploads();
            cluster.tally().add("spare fragments", cluster.fragmentsAtRest().checkLeaks());
            cluster.history()
                    .violation()
                    .or(cluster.versionHistory()::violation)
                    .ifPresent(world::violated);
        }
        return new SimulationResult(
                spec.seed(),
                Duration.ofNanos(world.time().now()),
                world.isViolated() ? Optional.of(world.violation()) : Optional.empty(),
                cluster.history().operations() + cluster.versionHistory().operations(),
                cluster.network().calls(),
                cluster.invariants().checks(),
                world.trace().hash(),
                cluster.tally().counts(),
                world.isViolated() ? world.trace().last() : List.of());
    }

    private void pass(Duration time) {
        world.runUntil(world.time().now() + time.toNanos());
    }
}
