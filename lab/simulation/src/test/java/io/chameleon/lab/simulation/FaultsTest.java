package io.chameleon.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.simulation.role.ClusterShape;
import io.chameleon.lab.simulation.role.Role;
import io.chameleon.lab.simulation.role.Wiring;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.Silence;
import io.chameleon.lab.simulation.world.World;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FaultsTest {
    private static final Duration SHORT = Duration.ofMinutes(4);

    private final World world = new World(11);
    private final Cluster cluster = new Cluster(world, ClusterShape.of(world.chance()), Wiring.SOUND);

    @BeforeAll
    static void keepSilence() {
        Silence.keep();
    }

    private void pass(Duration time) {
        world.runUntil(world.time().now() + time.toNanos());
        assertThat(world.violation()).isEmpty();
    }

    static Stream<Set<Fault>> kinds() {
        return Stream.of(
                EnumSet.of(Fault.CRASH, Fault.PAUSE, Fault.CLOCK_JUMP, Fault.CLOCK_YEARS, Fault.LOST_LEADER),
                EnumSet.of(Fault.PARTITION, Fault.LOSS, Fault.DUPLICATION, Fault.DELAY, Fault.SPLIT_VIEW),
                EnumSet.of(Fault.POWER_CUT, Fault.TORN_WRITE, Fault.BIT_FLIP, Fault.BLANK_DEVICE, Fault.CLONED_IMAGE),
                EnumSet.of(Fault.WRONG_DATABASE, Fault.EMPTY_DATABASE, Fault.FAILOVER, Fault.FOREIGN_IMAGE));
    }

    /** Apart from the others, so that what they lead to cannot be owed to those. */
    @ParameterizedTest
    @MethodSource("kinds")
    void faultsOfOneKind_strikeAlone_andAreSurvived(Set<Fault> kinds) {
        SimulationResult result = Simulation.run(new SimulationSpec(2, SHORT, kinds, Wiring.SOUND));
        assertThat(result.violation()).isEmpty();
        assertThat(result.counts().keySet())
                .filteredOn(name -> name.startsWith("fault "))
                .isNotEmpty()
                .isSubsetOf(kinds.stream().map(kind -> "fault " + kind.label()).toList());
    }

    /** The quiet end proves something only if nothing disturbs it any more. */
    @Test
    void end_endsEveryFault_andNoneBeginsAgain() {
        Faults faults = new Faults(world, cluster, EnumSet.allOf(Fault.class));
        cluster.start();
        faults.start();
        pass(Duration.ofMinutes(9));
        List<String> hosts = cluster.roles().stream().map(Role::name).toList();
        cluster.network().conditions().cut(hosts.getFirst(), hosts.getLast());
        cluster.metadata().getFirst().clock().set(99_000);
        Objects.requireNonNull(cluster.metadata().getLast().process()).pause();
        cluster.balancers().getFirst().crash();
        faults.end();
        long struck = struck();
        assertThat(struck).isGreaterThan(5);
        assertThat(cluster.hasItsDatabase()).isTrue();
        assertThat(cluster.roles()).filteredOn(role -> !role.isLost()).allMatch(Role::isServing);
        assertThat(cluster.roles())
                .extracting(Role::clock)
                .extracting(HostClock::aheadMillis)
                .containsOnly(0L);
        for (String host : hosts) {
            assertThat(hosts).noneMatch(other -> cluster.network().conditions().isCut(host, other));
        }
        pass(Duration.ofMinutes(5));
        assertThat(struck()).isEqualTo(struck);
        assertThat(cluster.roles()).filteredOn(role -> !role.isLost()).allMatch(Role::isServing);
        assertThat(cluster.roles())
                .extracting(Role::clock)
                .extracting(HostClock::aheadMillis)
                .containsOnly(0L);
    }

    private long struck() {
        return cluster.tally().counts().entrySet().stream()
                .filter(count -> count.getKey().startsWith("fault "))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    @Test
    void withoutKinds_nothingGoesWrong() {
        Faults faults = new Faults(world, cluster, Set.of());
        cluster.start();
        faults.start();
        pass(Duration.ofMinutes(2));
        assertThat(struck()).isZero();
        faults.end();
        pass(Duration.ofSeconds(10));
        assertThat(cluster.roles()).allMatch(Role::isServing);
    }
}
