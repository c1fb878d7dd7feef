package io.chameleon.lab.simulation.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.erasure.StripeCodec;
import io.chameleon.lab.simulation.world.SimNetwork;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.transport.rpc.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ElectionTest {
    private final World world = new World(1);
    private final Election election = new Election(world);
    private final List<BalancerRole> balancers =
            Stream.of("b0", "b1").map(this::balancer).toList();

    private BalancerRole balancer(String name) {
        ClusterShape shape = ClusterShape.of(new SplittableRandom(1));
        return new BalancerRole(
                world,
                new SimNetwork(world),
                election,
                List.of(new Endpoint("m0", 1)),
                new StripeCodec(),
                shape.balancer(),
                Wiring.SOUND,
                shape.brake(),
                new Tally(),
                name);
    }

    @BeforeEach
    void start() {
        balancers.forEach(BalancerRole::start);
    }

    private List<String> leaders() {
        return balancers.stream()
                .map(BalancerRole::name)
                .filter(election::isLeader)
                .toList();
    }

    private BalancerRole named(String name) {
        return balancers.stream()
                .filter(balancer -> balancer.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String elected() {
        election.watch(balancers);
        assertThat(leaders()).hasSize(1);
        return leaders().getFirst();
    }

    /** Longer than the loser of an election goes on. */
    private void pass() {
        world.time().after(0, () -> {});
        world.runUntil(world.time().now() + Duration.ofMinutes(4).toNanos());
    }

    @Test
    void nobodyLeads_beforeTheFirstElection() {
        assertThat(leaders()).isEmpty();
    }

    @Test
    void leaderThatServes_staysLeader() {
        String leader = elected();
        election.watch(balancers);
        assertThat(leaders()).containsExactly(leader);
    }

    @Test
    void leaderThatDies_isReplaced() {
        String leader = elected();
        named(leader).crash();
        election.watch(balancers);
        assertThat(balancers)
                .filteredOn(balancer -> !balancer.name().equals(leader))
                .allMatch(balancer -> election.isLeader(balancer.name()));
    }

    /** It is stopped, so it cannot give up its leadership: when it goes on, it still believes to lead. */
    @Test
    void leaderThatIsPaused_isReplaced() {
        String leader = elected();
        SimProcess life = Objects.requireNonNull(named(leader).process());
        life.pause();
        election.watch(balancers);
        assertThat(balancers)
                .filteredOn(balancer -> !balancer.name().equals(leader))
                .allMatch(balancer -> election.isLeader(balancer.name()));
    }

    @Test
    void loserOfAnElection_believesToLeadForAWhile_butNotForever() {
        String leader = elected();
        election.elect(balancers);
        assertThat(leaders()).containsExactly("b0", "b1");
        balancers.forEach(BalancerRole::crash);
        pass();
        assertThat(leaders()).hasSize(1).doesNotContain(leader);
    }

    @Test
    void election_withoutAnother_changesNothing() {
        String leader = elected();
        balancers.stream().filter(balancer -> !balancer.name().equals(leader)).forEach(BalancerRole::crash);
        election.elect(balancers);
        assertThat(leaders()).containsExactly(leader);
    }

    @Test
    void nobodyServes_nobodyIsElected() {
        balancers.forEach(BalancerRole::crash);
        election.watch(balancers);
        assertThat(leaders()).isEmpty();
    }
}
