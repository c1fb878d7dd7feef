package io.chameleon.lab.ssd.envm.simulation;

import io.chameleon.simssd.Check;
import io.chameleon.simssd.envm.CacheTier;
import io.chameleon.simssd.envm.TierCounters;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Replays a log against DRAM, ENVM and flash in virtual time.
 *
 * <p>Requests do not queue behind each other: latency is service time with eviction and writeback, as in Eq. 6 and 7.
 * If a request arrives during an opportunistic writeback and needs flash, the page in progress is finished first; the
 * rest is dropped.
 *
 * <p>Cost: about 0.2 µs per page on one core; 45 bytes per page of cache.
 */
public final class EnvmSimulation {
    private static final int MAX_DAYS = 10_000;
    private static final int PROGRESS_STEP = 4_096;

    private final RequestLog log;
    private final SimulationConfig config;
    private final CostedMedia media;
    private final CacheTier tier;
    private final long accessNanos;
    private final List<Traffic> traffic;
    private final long[] requestsOfDay;
    private final Map<Traffic, ClassTally> tallies = new EnumMap<>(Traffic.class);
    private final List<SimulationReport.Day> days = new ArrayList<>();

    private long lastEnd;
    private long flashBusyUntil;
    private long lastArrival;
    private double riskIntegral;
    private int mostAtRisk;
    private long flashBefore;
    private long envmBefore;

    private EnvmSimulation(RequestLog log, SimulationConfig config) {
        this.log = log;
        this.config = config;
        media = new CostedMedia(MediumTiming.DRAM, MediumTiming.OPTANE, config.flash());
        tier = new CacheTier(config.tier(), media);
        accessNanos = config.flash().accessNanos();
        long count = log.spanMicros() / config.dayMicros() + 1;
        Check.that(count <= MAX_DAYS, "days of the log", count, "at most " + MAX_DAYS + "; give a longer day");
        requestsOfDay = new long[log.size() == 0 ? 0 : (int) count];
        for (int request = 0; request < log.size(); request++) {
            requestsOfDay[dayOf(request)]++;
        }
        traffic = Traffic.ofDays(requestsOfDay);
    }

    /** @param progress receives how many requests were replayed since the last call */
    public static SimulationReport run(RequestLog log, SimulationConfig config, IntConsumer progress) {
        return new EnvmSimulation(log, config).replay(progress);
    }

    private SimulationReport replay(IntConsumer progress) {
        int day = 0;
        for (int request = 0; request < log.size(); request++) {
            for (; day < dayOf(request); day++) {
                endDay(day);
            }
            serve(request);
            if ((request + 1) % PROGRESS_STEP == 0) {
                progress.accept(PROGRESS_STEP);
            }
        }
        for (; day < requestsOfDay.length; day++) {
            endDay(day);
        }
        progress.accept(log.size() % PROGRESS_STEP);
        return new SimulationReport(config, days, classes(), tier.counters());
    }

    private int dayOf(int request) {
        return (int) (log.micros(request) / config.dayMicros());
    }

    private void serve(int request) {
        long now = log.micros(request) * 1_000;
        useIdleTime(now);
        riskIntegral += (double) tier.modifiedInDram() * (now - lastArrival);
        lastArrival = now;
        tier.advance(now);
        tier.arrived(now);
        ClassTally tally = tallies.computeIfAbsent(traffic.get(dayOf(request)), _ -> new ClassTally());
        TierCounters before = tier.counters();
        long nanos = log.isWrite(request) ? write(request, now) : read(request, now);
        if (log.isWrite(request)) {
            tally.write(nanos);
        } else {
            TierCounters after = tier.counters();
            tally.hits(
                    after.dramReads() - before.dramReads(),
                    after.envmReads() - before.envmReads(),
                    after.flashReads() - before.flashReads());
            tally.read(log.bytes(request), nanos);
        }
        mostAtRisk = Math.max(mostAtRisk, tier.modifiedInDram());
        lastEnd = Math.max(lastEnd, now + nanos);
    }

    private long read(int request, long now) {
        long first = log.firstPage(request);
        long pages = log.pages(request, 1);
        for (long i = 0; i < pages; i++) {
            tier.read(first + i);
        }
        return latency(now);
    }

    private long write(int request, long now) {
        boolean large = tier.isLarge(log.bytes(request) * config.magnification(), 1);
        long first = log.firstPage(request);
        long pages = log.pages(request, config.magnification());
        for (long i = 0; i < pages; i++) {
            tier.write(first + i, large);
        }
        return latency(now);
    }

    private long latency(long now) {
        long wait = media.needsFlash() ? Math.max(0, flashBusyUntil - now) : 0;
        return media.takeLatency() + wait;
    }

    /**
     * Writes back between the end of the last request and {@code now}, as far as predicted and as the time really
     * allows.
     */
    private void useIdleTime(long now) {
        long idleFrom = Math.max(lastEnd, flashBusyUntil);
        media.background(true);
        while (idleFrom < now && tier.opportunity() > 0) {
            tier.writeBackOpportunely();
            idleFrom += accessNanos;
            flashBusyUntil = idleFrom;
        }
        media.background(false);
    }

    private void endDay(int day) {
        long end = (day + 1) * config.dayMicros() * 1_000;
        riskIntegral += (double) tier.modifiedInDram() * (end - lastArrival);
        lastArrival = end;
        double page = RequestLog.PAGE_BYTES;
        days.add(new SimulationReport.Day(
                day,
                traffic.get(day),
                requestsOfDay[day],
                (media.flashPageWrites() - flashBefore) * page,
                (media.envmPageWrites() - envmBefore) * page,
                riskIntegral / (config.dayMicros() * 1_000.0) * page,
                mostAtRisk * page));
        flashBefore = media.flashPageWrites();
        envmBefore = media.envmPageWrites();
        riskIntegral = 0;
        mostAtRisk = tier.modifiedInDram();
    }

    private Map<Traffic, SimulationReport.ClassReport> classes() {
        Map<Traffic, SimulationReport.ClassReport> reports = new EnumMap<>(Traffic.class);
        for (Traffic each : Traffic.values()) {
            List<SimulationReport.Day> ofClass =
                    days.stream().filter(day -> day.traffic() == each).toList();
            if (!ofClass.isEmpty()) {
                reports.put(each, classReport(tallies.getOrDefault(each, new ClassTally()), ofClass));
            }
        }
        return reports;
    }

    private SimulationReport.ClassReport classReport(ClassTally tally, List<SimulationReport.Day> ofClass) {
        double limit = config.flashLimit();
        double safe = 0;
        double critical = 0;
        double envm = 0;
        double risk = 0;
        for (SimulationReport.Day day : ofClass) {
            safe += Math.min(limit, day.flashBytesWritten());
            critical += Math.max(0, day.flashBytesWritten() - limit);
            envm += day.envmBytesWritten();
            risk += day.meanBytesAtRisk();
        }
        int count = ofClass.size();
        return tally.report(count, safe / count, critical / count, envm / count, risk / count);
    }
}
