package io.chameleon.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.garbage.Brake;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.lab.simulation.role.ClusterShape;
import io.chameleon.lab.simulation.role.FlashImage;
import io.chameleon.lab.simulation.role.FlashRole;
import io.chameleon.lab.simulation.role.Role;
import io.chameleon.lab.simulation.role.Wiring;
import io.chameleon.lab.simulation.world.Silence;
import io.chameleon.lab.simulation.world.World;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What operators and faults do to a whole cluster, and that it is sound afterwards. */
class ClusterTest {
    private final World world = new World(3);
    private Cluster cluster = cluster(shape());

    @BeforeAll
    static void keepSilence() {
        Silence.keep();
    }

    private static ClusterShape shape() {
        return ClusterShape.of(new SplittableRandom(1));
    }

    private static ClusterShape shape(Brake brake) {
        ClusterShape of = shape();
        return new ClusterShape(
                of.servers(), of.zones(), of.nodes(), of.clients(), of.flash(), of.balancer(), brake, of.work());
    }

    private Cluster cluster(ClusterShape shape) {
        Cluster of = new Cluster(world, shape, Wiring.SOUND);
        of.start();
        return of;
    }

    private void pass(Duration time) {
        world.runUntil(world.time().now() + time.toNanos());
        assertThat(world.violation()).isEmpty();
    }

    /** Until objects are there. */
    private void work() {
        pass(Duration.ofMinutes(3));
        assertThat(cluster.rows()).isNotEmpty();
    }

    private FlashRole server(int number) {
        return cluster.flash().get(number);
    }

    @Test
    void startedCluster_servesItsClients() {
        work();
        assertThat(cluster.flash()).allMatch(FlashRole::isUp);
        assertThat(cluster.roles()).allMatch(Role::isServing).doesNotHaveDuplicates();
        assertThat(cluster.roles()).hasSize(shape().servers() + 2 + 2 + shape().clients());
        assertThat(cluster.tally().counts()).containsKeys("WRITE DONE", "commit COMMITTED");
        assertThat(cluster.history().operations()).isPositive();
        assertThat(cluster.invariants().checks()).isPositive();
    }

    @Test
    void lostServer_isReplacedByANewOne() {
        work();
        int before = cluster.flash().size();
        FlashRole lost = server(0);
        cluster.replace(lost);
        pass(Duration.ofMinutes(1));
        assertThat(lost.isLost()).isTrue();
        assertThat(cluster.flash()).hasSize(before + 1);
        assertThat(cluster.flash().getLast().id()).isEqualTo(new ServerId("s" + before));
        assertThat(cluster.flash().getLast().isUp()).isTrue();
    }

    /** It is needed while objects are still to be moved off it. */
    @Test
    void lostServer_isForgotten_onceItsObjectsAreElsewhere() {
        work();
        cluster.replace(server(0));
        cluster.forgetTheLost();
        assertThat(cluster.tally().counts()).doesNotContainKey("servers forgotten");
        pass(Duration.ofMinutes(25));
        cluster.forgetTheLost();
        assertThat(cluster.tally().counts()).containsEntry("servers forgotten", 1L);
        assertThat(cluster.rows())
                .noneMatch(row -> row.live().servers().contains(server(0).id()));
    }

    @Test
    void serverWithABlankDevice_isFilledAgain() {
        work();
        FlashRole server = server(0);
        cluster.restart(server, server.blankImage());
        pass(Duration.ofMinutes(15));
        assertThat(server.isUp()).isTrue();
        assertThat(cluster.rows()).noneMatch(ObjectMapping::degraded);
    }

    @Test
    void databaseOfAnotherCluster_servesNobody_andNothingIsLost() {
        work();
        List<ObjectMapping> before = cluster.rows();
        cluster.loseDatabase(false);
        assertThat(cluster.hasItsDatabase()).isFalse();
        assertThat(cluster.tally().counts()).containsEntry("databases lost", 1L);
        pass(Duration.ofMinutes(2));
        assertThat(cluster.rows()).isEqualTo(before);
        cluster.findDatabase();
        assertThat(cluster.hasItsDatabase()).isTrue();
        pass(Duration.ofMinutes(2));
        assertThat(cluster.flash()).allMatch(FlashRole::isUp);
    }

    /** One at a time: the second would be thought to be the first one's cluster. */
    @Test
    void databaseThatIsLost_isNotLostAgain() {
        work();
        cluster.loseDatabase(false);
        cluster.loseDatabase(false);
        assertThat(cluster.tally().counts()).containsEntry("databases lost", 1L);
    }

    /** With the standard brake so few fragments are condemned at once, and nothing could be found again. */
    @Test
    void emptyDatabase_ofThisCluster_isForThoseWithATightBrake() {
        cluster = cluster(shape(Brake.STANDARD));
        pass(Duration.ofSeconds(30));
        cluster.loseDatabase(true);
        assertThat(cluster.hasItsDatabase()).isTrue();
    }

    @Test
    void emptyDatabase_stopsTheClients_untilTheirsIsBack() {
        cluster = cluster(shape(new Brake(0, Long.MAX_VALUE)));
        work();
        cluster.loseDatabase(true);
        assertThat(cluster.hasItsDatabase()).isFalse();
        pass(Duration.ofMinutes(1));
        long asked = cluster.history().operations();
        pass(Duration.ofMinutes(5));
        assertThat(cluster.history().operations()).isEqualTo(asked);
        cluster.findDatabase();
        pass(Duration.ofMinutes(5));
        assertThat(cluster.history().operations()).isGreaterThan(asked);
    }

    @Test
    void serversAreDrained_oneAtATime_andOnlyThoseThatAreUp() {
        work();
        FlashRole down = server(2);
        down.crash();
        assertThat(cluster.drain(down)).isFalse();
        assertThat(cluster.drain(server(0))).isTrue();
        assertThat(cluster.drain(server(1))).isFalse();
    }

    @Test
    void nothingIsDrained_whileTheDatabaseIsAnothers() {
        work();
        cluster.loseDatabase(false);
        pass(Duration.ofSeconds(10));
        assertThat(cluster.drain(server(0))).isFalse();
    }

    @Test
    void drainedServer_isTakenAway_andANewOneJoins() {
        work();
        int before = cluster.flash().size();
        FlashRole drained = server(0);
        assertThat(cluster.drain(drained)).isTrue();
        pass(Duration.ofMinutes(30));
        cluster.endDrain(drained);
        assertThat(cluster.tally().counts()).containsEntry("servers drained", 1L);
        assertThat(drained.isLost()).isTrue();
        assertThat(cluster.flash()).hasSize(before + 1);
        pass(Duration.ofMinutes(1));
    }

    @Test
    void serverThatIsNotDrainedYet_stays() {
        work();
        int before = cluster.flash().size();
        FlashRole server = server(0);
        assertThat(cluster.drain(server)).isTrue();
        cluster.endDrain(server);
        assertThat(server.isLost()).isFalse();
        pass(Duration.ofMinutes(1));
        assertThat(server.isUp()).isTrue();
        assertThat(cluster.flash()).hasSize(before);
        assertThat(cluster.drain(server(1))).as("the record is gone").isTrue();
    }

    @Test
    void foreignImage_isGivenBackUnchanged() {
        work();
        FlashRole server = server(0);
        FlashImage own = cluster.exchange(server);
        pass(Duration.ofMinutes(2));
        assertThat(server.isUp()).isFalse();
        cluster.giveBack(server, own);
        pass(Duration.ofMinutes(2));
        assertThat(server.isUp()).isTrue();
        assertThat(cluster.tally().counts()).containsEntry("foreign images", 1L);
    }

    /** Planted: the image that comes back is the server's own, with other fragments than the foreign one had. */
    @Test
    void foreignImage_thatWasChanged_isAViolation() {
        work();
        FlashRole server = cluster.flash().stream()
                .filter(each -> each.fragments().size() > 5)
                .findFirst()
                .orElseThrow();
        cluster.giveBack(server, server.blankImage());
        assertThat(world.violation()).startsWith(server.name() + " has changed an image of another cluster: ");
    }

    @Test
    void newServers_goToTheZonesInTurn() {
        ClusterShape of = shape();
        cluster = cluster(new ClusterShape(8, 4, 0, of.clients(), of.flash(), of.balancer(), of.brake(), of.work()));
        pass(Duration.ofSeconds(30));
        assertThat(cluster.flash().stream().map(server -> server.info().zone()))
                .containsExactly("z0", "z1", "z2", "z3", "z0", "z1", "z2", "z3");
        cluster.replace(server(3));
        assertThat(cluster.flash().getLast().info().zone()).isEqualTo("z0");
    }
}
