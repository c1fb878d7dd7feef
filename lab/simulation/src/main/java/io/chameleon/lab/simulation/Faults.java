package io.chameleon.lab.simulation;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.lab.simulation.role.FlashImage;
import io.chameleon.lab.simulation.role.FlashRole;
import io.chameleon.lab.simulation.role.MetadataRole;
import io.chameleon.lab.simulation.role.Role;
import io.chameleon.lab.simulation.world.NetworkConditions;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Causes faults, one after the other and often several at a time, and ends each after a while. Never more than the
 * store promises to survive: decay strikes at most one fragment of a segment.
 */
final class Faults {
    private static final Duration MEAN_PAUSE = Duration.ofSeconds(45);
    private static final Duration LONGEST = Duration.ofSeconds(90);
    private static final long SECOND = 1_000_000_000L;
    /** The age of a backup that replaces a device. */
    private static final Duration IMAGE_AGE = Duration.ofMinutes(15);
    /** Of faults that only a person can correct. */
    private static final Duration OUTAGE = Duration.ofMinutes(8);
    /** The longest time after which an operator checks whether a server is drained. */
    private static final Duration DRAIN = Duration.ofMinutes(40);

    private static final long YEAR_MILLIS = Duration.ofDays(365).toMillis();
    /** Two of them can lead into each other's grace period, no more. */
    private static final long MAX_JUMP_MILLIS = Duration.ofMinutes(4).toMillis();

    private static final int ALL_AT_ONCE_IN = 8;
    private static final int MAX_LOST = 8;

    private final World world;
    private final Cluster cluster;
    private final List<Fault> kinds;
    private final SplittableRandom chance;
    private final Map<FlashRole, FlashImage> foreign = new LinkedHashMap<>();
    private @Nullable FlashRole draining;
    private boolean over;

    Faults(World world, Cluster cluster, Set<Fault> kinds) {
        this.world = world;
        this.cluster = cluster;
        this.kinds = List.copyOf(kinds);
        this.chance = world.chance();
    }

    void start() {
        if (!kinds.isEmpty()) {
            next();
        }
    }

    private void next() {
        long pause = (long) (-Math.log(1 - chance.nextDouble()) * MEAN_PAUSE.toNanos());
        world.time().after(pause, () -> {
            if (!over) {
                strike(kinds.get(chance.nextInt(kinds.size())));
                next();
            }
        });
    }

    /** Ends all faults and stops. */
    void end() {
        over = true;
        cluster.findDatabase();
        cluster.metadata().forEach(MetadataRole::clearView);
        if (draining != null) {
            endDrain(draining);
        }
        List.copyOf(foreign.keySet()).forEach(this::giveBack);
        cluster.network().conditions().heal();
        for (Role role : cluster.roles()) {
            role.clock().set(0);
            mend(role);
        }
        cluster.flash().forEach(server -> {
            server.slow(false);
            server.keepPower();
        });
    }

    private void mend(Role role) {
        SimProcess life = role.process();
        if (life != null) {
            life.resume();
        }
        if (role.isDead() && !role.isLost()) {
            role.start();
        }
    }

    private void strike(Fault fault) {
        world.trace().line("fault " + fault.label());
        cluster.tally().add("fault " + fault.label(), 1);
        switch (fault) {
            case CRASH -> crash(any(cluster.roles()));
            case POWER_CUT -> cutPower();
            case TORN_WRITE -> {
                FlashRole server = any(cluster.flash());
                server.cutPowerSoon();
                later(() -> restart(server));
            }
            case BIT_FLIP -> flip();
            case LOST_SERVER -> loseServer();
            case BLANK_DEVICE -> {
                FlashRole server = any(cluster.flash());
                swap(server, server.blankImage());
            }
            case OLD_IMAGE -> {
                FlashRole server = any(cluster.flash());
                if (server.isUp()) {
                    FlashImage image = server.image();
                    world.time().after(chance.nextLong(IMAGE_AGE.toNanos()), () -> swap(server, image));
                }
            }
            case FOREIGN_IMAGE -> exchange(any(cluster.flash()));
            case CLONED_IMAGE -> {
                FlashRole server = any(cluster.flash());
                FlashRole other = any(cluster.flash());
                if (other != server && other.isUp()) {
                    swap(server, other.image());
                }
            }
            case WRONG_DATABASE -> loseDatabase(false);
            case EMPTY_DATABASE -> loseDatabase(true);
            case DRAIN -> {
                FlashRole server = any(cluster.flash());
                if (cluster.drain(server)) {
                    draining = server;
                    world.time().after(chance.nextLong(DRAIN.toNanos()), () -> endDrain(server));
                }
            }
            case LOST_DOMAIN -> loseDomain();
            case SPLIT_VIEW -> splitView(any(cluster.metadata()));
            case CLOCK_YEARS -> {
                Role role = any(cluster.roles());
                role.clock().set((chance.nextBoolean() ? 1 : -1) * chance.nextLong(YEAR_MILLIS, 20 * YEAR_MILLIS));
                world.time()
                        .after(
                                chance.nextLong(OUTAGE.toNanos()),
                                () -> role.clock().set(0));
            }
            case DISK_FULL -> {
                FlashRole server = any(cluster.flash());
                server.fill(
                        new WriteIds(() -> Instant.ofEpochMilli(server.clock().millis()), chance).next());
            }
            case SLOW_SERVER -> slow();
            case PARTITION -> partition();
            case LOSS ->
                passing(conditions -> conditions.loss(0.3 * chance.nextDouble()), conditions -> conditions.loss(0));
            case DUPLICATION ->
                passing(conditions -> conditions.duplication(0.5), conditions -> conditions.duplication(0));
            case DELAY -> passing(conditions -> conditions.delay(0.3), conditions -> conditions.delay(0));
            case CLOCK_JUMP -> any(cluster.roles()).clock().set(chance.nextLong(-MAX_JUMP_MILLIS, MAX_JUMP_MILLIS));
            case PAUSE -> pause(any(cluster.roles()));
            case LOST_LEADER -> cluster.election().elect(cluster.balancers());
            case FAILOVER -> cluster.database().failOver(chance.nextLong(20 * SECOND));
        }
    }

    private void crash(Role role) {
        role.crash();
        later(() -> restart(role));
    }

    private void restart(Role role) {
        if (role.isDead() && !role.isLost() && !over) {
            role.start();
        }
    }

    private void cutPower() {
        boolean all = chance.nextInt(ALL_AT_ONCE_IN) == 0;
        List<FlashRole> struck = all ? cluster.flash() : List.of(any(cluster.flash()));
        struck.forEach(server -> {
            server.cutPower();
            later(() -> restart(server));
        });
    }

    private void flip() {
        List<ObjectMapping> rows = cluster.rows();
        if (rows.isEmpty()) {
            return;
        }
        ObjectMapping row = any(rows);
        if (row.content().segments() > 0) {
            int segment = chance.nextInt(row.content().segments());
            int index = chance.nextInt(row.live().servers().size());
            String struck = cluster.invariants().decay(row, segment, index);
            if (!struck.isEmpty()) {
                world.trace().line("a bit flips in " + struck);
                cluster.tally().add("bits flipped", 1);
            }
        }
    }

    /** Only if every object survives it, and not so often that the lost outnumber the others. */
    private void loseServer() {
        cluster.forgetTheLost();
        FlashRole server = any(cluster.flash());
        long lost = cluster.flash().stream().filter(Role::isLost).count();
        if (server.isUp() && lost < MAX_LOST && cluster.invariants().canLoseAServer()) {
            cluster.replace(server);
            cluster.tally().add("servers lost", 1);
        }
    }

    private void swap(FlashRole server, FlashImage image) {
        if (!over && server.isUp() && cluster.invariants().canLoseAServer()) {
            cluster.restart(server, image);
            cluster.tally().add("devices replaced", 1);
        }
    }

    /** Sometimes long enough that the server counts as lost meanwhile. */
    private void exchange(FlashRole server) {
        if (!server.isUp() || foreign.containsKey(server)) {
            return;
        }
        foreign.put(server, cluster.exchange(server));
        world.time().after(chance.nextLong(OUTAGE.toNanos()), () -> giveBack(server));
    }

    private void giveBack(FlashRole server) {
        FlashImage own = foreign.remove(server);
        if (own != null) {
            cluster.giveBack(server, own);
        }
    }

    private void loseDatabase(boolean isOfThisCluster) {
        cluster.loseDatabase(isOfThisCluster);
        world.time().after(chance.nextLong(OUTAGE.toNanos()), () -> {
            if (!over) {
                cluster.findDatabase();
            }
        });
    }

    private void endDrain(FlashRole server) {
        if (draining == server) {
            draining = null;
            cluster.endDrain(server);
        }
    }

    private void loseDomain() {
        ServerInfo one = any(cluster.flash()).info();
        boolean wholeZone = !one.zone().isEmpty() && chance.nextBoolean();
        long nanos = chance.nextLong(OUTAGE.toNanos());
        for (FlashRole server : cluster.flash()) {
            boolean sameZone = server.info().zone().equals(one.zone());
            boolean sameNode = !one.node().isEmpty() && server.info().node().equals(one.node());
            if (sameZone && (wholeZone || sameNode)) {
                server.cutPower();
                world.time().after(nanos, () -> restart(server));
            }
        }
    }

    private void splitView(MetadataRole role) {
        switch (chance.nextInt(3)) {
            case 0 -> role.freezeView(true);
            case 1 -> role.freezeView(false);
            default -> {
                long salt = chance.nextLong();
                role.hide(server -> (server.id().hashCode() ^ salt) % 2 == 0);
            }
        }
        later(role::clearView);
    }

    private void slow() {
        FlashRole server = any(cluster.flash());
        if (chance.nextBoolean()) {
            server.slow(true);
            later(() -> server.slow(false));
        } else {
            Role host = any(cluster.roles());
            passing(
                    conditions -> conditions.slow(host.name(), true),
                    conditions -> conditions.slow(host.name(), false));
        }
    }

    /** One host from all others, or one half of the hosts from the other; one way or both. */
    private void partition() {
        List<Role> roles = cluster.roles();
        Role alone = any(roles);
        boolean halves = chance.nextInt(3) == 0;
        int ways = chance.nextInt(3);
        List<Role> side =
                halves ? roles.stream().filter(_ -> chance.nextBoolean()).toList() : List.of(alone);
        for (Role inside : side) {
            for (Role outside : roles) {
                if (!side.contains(outside)) {
                    cut(inside.name(), outside.name(), ways != 1);
                    cut(outside.name(), inside.name(), ways != 2);
                }
            }
        }
    }

    private void cut(String from, String to, boolean really) {
        if (really) {
            passing(conditions -> conditions.cut(from, to), conditions -> conditions.mend(from, to));
        }
    }

    private void pause(Role role) {
        SimProcess life = role.process();
        if (life != null && !life.isDead()) {
            life.pause();
            later(life::resume);
        }
    }

    private interface Change {
        void to(NetworkConditions conditions);
    }

    private void passing(Change begin, Change end) {
        begin.to(cluster.network().conditions());
        later(() -> end.to(cluster.network().conditions()));
    }

    private void later(Runnable action) {
        world.time().after(chance.nextLong(LONGEST.toNanos()), action);
    }

    private <T> T any(List<T> of) {
        return of.get(chance.nextInt(of.size()));
    }
}
