package io.chameleon.lab.chaos;

import io.chameleon.lab.chaos.FaultEvent.Kind;
import io.chameleon.lab.chaos.process.Member;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.process.Role;
import io.chameleon.lab.chaos.proxy.Link;
import io.chameleon.lab.chaos.proxy.LinkFault;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills, pauses and cuts off. The seed decides which and in which order. A kill then waits a moment for objects in
 * transition; that of a balancer waits for a plan half applied. Each victim recovers by itself. One thread injects;
 * recoveries have their own.
 */
final class Injector {
    private static final Logger LOG = LoggerFactory.getLogger(Injector.class);
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final int MOST_STARTS = 20;
    private static final long PAUSE_BETWEEN_STARTS_MILLIS = 500;
    private static final long TICK_MILLIS = 20;
    private static final long WAIT_FOR_TRANSITION_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long WAIT_FOR_PLAN_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private final ProcessCluster cluster;
    private final List<Link> links;
    private final Watch watch;
    private final Victims victims;
    private final RandomGenerator random;
    private final Pace kills;
    private final Pace pauses;
    private final Pace cuts;
    private final Pace strikes;
    private final Disasters disasters;
    private final Breather breather;
    private final long start = System.nanoTime();
    private final Queue<FaultEvent> events = new ConcurrentLinkedQueue<>();
    private final Set<Link> disturbed = ConcurrentHashMap.newKeySet();
    private final ExecutorService recoveries = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<Future<?>> pending = new ConcurrentLinkedQueue<>();
    private volatile boolean disasterUnderWay;

    /** @param acknowledged operations since the beginning */
    Injector(
            ProcessCluster cluster,
            List<Link> links,
            Watch watch,
            LongSupplier acknowledged,
            ChaosConfig config,
            RandomGenerator random) {
        this.cluster = cluster;
        this.links = links;
        this.watch = watch;
        this.random = random;
        this.victims = new Victims(cluster, watch::leader, random);
        this.kills = new Pace(config.killsPerMinute(), random);
        this.pauses = new Pace(config.killsPerMinute() / 5, random);
        this.cuts = new Pace(config.killsPerMinute() / 4, random);
        this.strikes = new Pace(config.disasters().isEmpty() ? 0 : config.disastersPerMinute(), random);
        this.disasters = new Disasters(
                cluster,
                victims,
                watch,
                random,
                config.disasters().stream().sorted().toList(),
                this::comeBack);
        this.breather = new Breather(acknowledged, System::nanoTime);
    }

    /** Injects as long as {@code goesOn} holds, then lets everything heal. */
    void run(BooleanSupplier goesOn) throws Exception {
        while (goesOn.getAsBoolean()) {
            double minutes = (System.nanoTime() - start) / 6e10;
            restartWhatEnded();
            if (kills.isDue(minutes) && breather.isOver()) {
                kill();
            }
            if (pauses.isDue(minutes)) {
                pause();
            }
            if (cuts.isDue(minutes)) {
                cut();
            }
            if (strikes.isDue(minutes) && !disasterUnderWay) {
                strike();
            }
            Thread.sleep(TICK_MILLIS);
        }
        while (!pending.isEmpty()) {
            pending.remove().get();
        }
        restartWhatEnded();
        while (!pending.isEmpty()) {
            pending.remove().get();
        }
        recoveries.close();
    }

    List<FaultEvent> events() {
        return List.copyOf(events);
    }

    long killed() {
        return events.stream().filter(event -> event.kind() == Kind.KILL).count();
    }

    /** Every process of ours dies for a reason; one that does not is a defect. */
    private void restartWhatEnded() throws InterruptedException {
        for (Member member : cluster.members()) {
            if (!member.isRunning() && victims.take(member)) {
                if (cluster.isEnding()) {
                    return;
                }
                LOG.warn("{} ended by itself", member.name());
                record(Kind.ENDED, member, now(), false, "see its log");
                recover(member, 0);
            }
        }
    }

    private void kill() throws InterruptedException {
        List<Member> chosen = victims.forKill();
        if (chosen.isEmpty()) {
            return;
        }
        boolean planOpen = awaitTransition(chosen.getFirst());
        for (Member member : chosen) {
            kills.happened();
            boolean leads = victims.leads(member);
            long at = now();
            member.kill();
            long away = awayMillis();
            long inTransition = watch.inTransition();
            pending.add(recoveries.submit(() -> {
                restart(member, away);
                events.add(new FaultEvent(
                        at,
                        Kind.KILL,
                        member.name(),
                        member.role(),
                        inTransition,
                        planOpen,
                        leads,
                        now() - at,
                        chosen.size() > 1 ? chosen.size() + " at once" : ""));
                return null;
            }));
        }
        breather.killed();
    }

    /** @return whether a plan is half applied */
    private boolean awaitTransition(Member victim) throws InterruptedException {
        if (victim.role() == Role.BALANCER) {
            long end = System.nanoTime() + WAIT_FOR_PLAN_NANOS;
            while (System.nanoTime() < end) {
                if (watch.isPlanOpen()) {
                    return true;
                }
                Thread.sleep(TICK_MILLIS / 4);
            }
            return false;
        }
        long end = System.nanoTime() + WAIT_FOR_TRANSITION_NANOS;
        while (watch.inTransition() <= 0 && System.nanoTime() < end) {
            Thread.sleep(TICK_MILLIS);
        }
        return false;
    }

    private void strike() {
        strikes.happened();
        disasterUnderWay = true;
        Disaster disaster = disasters.draw();
        long at = now();
        LOG.info("{} comes once every object is whole", disaster);
        pending.add(recoveries.submit(() -> {
            try {
                String struck = disasters.strike(disaster);
                if (!struck.isEmpty()) {
                    events.add(new FaultEvent(
                            at, Kind.DISASTER, struck, null, -1, false, false, now() - at, disaster.label()));
                }
                return null;
            } finally {
                disasterUnderWay = false;
            }
        }));
    }

    /** What disasters left undone. */
    List<String> violations() {
        return disasters.violations();
    }

    private void pause() {
        for (Member member : victims.forPause()) {
            pauses.happened();
            long millis = random.nextInt(8) == 0 ? 5_000 + random.nextLong(7_000) : 200 + random.nextLong(2_800);
            boolean leads = victims.leads(member);
            long at = now();
            member.pause();
            pending.add(recoveries.submit(() -> {
                Thread.sleep(millis);
                member.resume();
                record(Kind.PAUSE, member, at, leads, millis + " ms");
                victims.release(member);
                return null;
            }));
        }
    }

    private void cut() {
        cuts.happened();
        Link link = links.get(random.nextInt(links.size()));
        LinkFault fault = LinkFault.values()[random.nextInt(LinkFault.values().length)];
        long millis = random.nextInt(8) == 0 ? 5_000 + random.nextLong(5_000) : 300 + random.nextLong(3_000);
        Duration lateness = Duration.ofMillis(20 + random.nextLong(180));
        if (disturbed.size() > 2 || !disturbed.add(link)) {
            return;
        }
        long at = now();
        link.disturb(fault, lateness);
        pending.add(recoveries.submit(() -> {
            Thread.sleep(millis);
            link.heal();
            disturbed.remove(link);
            events.add(new FaultEvent(
                    at, Kind.LINK, link.name(), null, watch.inTransition(), false, false, now() - at, fault.name()));
            return null;
        }));
    }

    /** Most come back at once, some after ZooKeeper has given them up. */
    private long awayMillis() {
        int kind = random.nextInt(10);
        return kind < 6 ? 0 : kind < 9 ? 200 + random.nextLong(2_000) : 5_000 + random.nextLong(4_000);
    }

    private void recover(Member member, long millis) {
        pending.add(recoveries.submit(() -> {
            restart(member, millis);
            return null;
        }));
    }

    private void restart(Member member, long away) throws InterruptedException {
        Thread.sleep(away);
        comeBack(member);
        victims.release(member);
    }

    /** A role that finds no ZooKeeper or database ends, as it should; its operator restarts it. */
    private void comeBack(Member member) throws InterruptedException {
        for (int tries = 1; !isBack(member); tries++) {
            if (tries == MOST_STARTS) {
                throw new IllegalStateException(member.name() + " does not come back; see its log");
            }
            member.kill();
        }
    }

    private static boolean isBack(Member member) throws InterruptedException {
        try {
            member.start();
            return member.awaitReady(READY_LIMIT);
        } catch (UncheckedIOException | IllegalStateException e) {
            LOG.info("{} did not start: {}", member.name(), e.getMessage());
            Thread.sleep(PAUSE_BETWEEN_STARTS_MILLIS);
            return false;
        }
    }

    private void record(Kind kind, Member member, long at, boolean leads, String detail) {
        events.add(new FaultEvent(
                at, kind, member.name(), member.role(), watch.inTransition(), false, leads, now() - at, detail));
    }

    private long now() {
        return System.nanoTime() - start;
    }
}
