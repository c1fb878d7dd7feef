package io.chameleon.lab.simulation.role;

import io.chameleon.lab.simulation.world.World;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Replaces ZooKeeper's leader latch: elects one of the balancers that are up. The loser of an election may learn of it
 * minutes later, like a process that was stopped; meanwhile two believe that they lead.
 */
public final class Election {
    private static final long NOTICED_NANOS = 200_000_000_000L;

    private final World world;
    private final SplittableRandom chance;
    private @Nullable String elected;
    private @Nullable String former;
    private long formerUntil;

    public Election(World world) {
        this.world = world;
        this.chance = world.chance();
    }

    /** Whether this balancer believes that it leads. */
    boolean isLeader(String name) {
        return name.equals(elected) || name.equals(former) && world.time().now() < formerUntil;
    }

    /** Checks whether the leader is still up. */
    public void watch(List<BalancerRole> balancers) {
        boolean isThere = balancers.stream().anyMatch(role -> role.name().equals(elected) && role.isServing());
        if (!isThere) {
            elect(balancers);
        }
    }

    /** Elects another, if there is one. */
    public void elect(List<BalancerRole> balancers) {
        List<BalancerRole> others = balancers.stream()
                .filter(role -> role.isServing() && !role.name().equals(elected))
                .toList();
        if (!others.isEmpty()) {
            former = elected;
            formerUntil = world.time().now() + chance.nextLong(NOTICED_NANOS);
            elected = others.get(chance.nextInt(others.size())).name();
            world.trace().line(elected + " is elected after " + former);
        }
    }
}
