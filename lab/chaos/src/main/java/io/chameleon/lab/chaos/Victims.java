package io.chameleon.lab.chaos;

import io.chameleon.lab.chaos.process.Member;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.process.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Chooses the next victim. At most two flash servers are down at a time, and usually one metadata process is up, so
 * that the cluster has to keep serving. Now and then everything is killed at once, after which it has to come back with
 * everything it acknowledged.
 */
final class Victims {
    private static final int BLACKOUT_ONE_IN = 150;
    private static final int PAIR_ONE_IN = 6;
    private static final int BOTH_METADATA_ONE_IN = 8;
    private static final int FLASH_AWAY = 2;
    private static final int GATEWAY_ONE_IN = 6;
    private static final long LOOK_MILLIS = 500;

    private final ProcessCluster cluster;
    private final Supplier<String> leader;
    private final RandomGenerator random;
    private final boolean hasGateways;
    private final Set<Member> taken = ConcurrentHashMap.newKeySet();
    private volatile boolean sparesFlash;

    /** @param leader the address of the balancer that led a moment ago */
    Victims(ProcessCluster cluster, Supplier<String> leader, RandomGenerator random) {
        this.cluster = cluster;
        this.leader = leader;
        this.random = random;
        this.hasGateways = !cluster.members(Role.GATEWAY).isEmpty();
    }

    /** The members to kill now, all taken; empty if that has to wait. */
    List<Member> forKill() {
        if (random.nextInt(BLACKOUT_ONE_IN) == 0 && !sparesFlash) {
            return cluster.members().stream().filter(this::take).toList();
        }
        Role role = role();
        int count = role == Role.FLASH && random.nextInt(PAIR_ONE_IN) == 0 ? 2 : 1;
        List<Member> chosen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chosen.addAll(one(role));
        }
        return chosen;
    }

    /** The member to pause now, taken; empty if that has to wait. */
    List<Member> forPause() {
        return one(role());
    }

    private List<Member> one(Role role) {
        List<Member> free = new ArrayList<>(cluster.members(role));
        free.removeIf(taken::contains);
        int away = cluster.members(role).size() - free.size();
        if (free.isEmpty() || away >= most(role)) {
            return List.of();
        }
        Member chosen = free.get(random.nextInt(free.size()));
        if (role == Role.BALANCER && random.nextInt(4) > 0) {
            chosen = free.stream().filter(this::leads).findFirst().orElse(chosen);
        }
        return take(chosen) ? List.of(chosen) : List.of();
    }

    private int most(Role role) {
        return switch (role) {
            case FLASH -> sparesFlash ? 0 : FLASH_AWAY;
            case METADATA -> random.nextInt(BOTH_METADATA_ONE_IN) == 0 ? 2 : 1;
            case BALANCER, GATEWAY, POSTGRES, ZOOKEEPER -> 2;
        };
    }

    private Role role() {
        if (hasGateways && random.nextInt(GATEWAY_ONE_IN) == 0) {
            return Role.GATEWAY;
        }
        int choice = random.nextInt(100);
        return choice < 56
                ? Role.FLASH
                : choice < 72
                        ? Role.METADATA
                        : choice < 88 ? Role.BALANCER : choice < 94 ? Role.POSTGRES : Role.ZOOKEEPER;
    }

    /** Whether a balancer led a moment ago. */
    boolean leads(Member member) {
        return leader.get().equals(cluster.endpoint(member).toString());
    }

    /** Whether flash servers are spared, while as many are down as the cluster survives. */
    void sparesFlash(boolean spares) {
        sparesFlash = spares;
    }

    /** Takes it for this thread until it is released; false if another has it already. */
    boolean take(Member member) {
        return taken.add(member);
    }

    /** Takes it once no other thread uses it. */
    Member takeWhenFree(Member member) throws InterruptedException {
        while (!take(member)) {
            Thread.sleep(LOOK_MILLIS);
        }
        return member;
    }

    void release(Member member) {
        taken.remove(member);
    }
}
