package io.chameleon.policy;

import io.chameleon.core.ServerId;
import io.chameleon.core.wear.WearReport;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What successive wear reports of a server show beyond totals: how much is written to it per epoch, and how slow it is.
 *
 * <p>The window is the last epoch by itself (reading 27). It begins when the bulk copies of the plan before it are
 * done, {@link #afterCopies}: what they wrote moved with no object and will not be written again. The others are means
 * over the epochs in which each epoch counts half as much as the next,
 * {@code w_k = w_(k-1) / 2 + d_k / 2}. This is EDM's Eq. 6 (and Chameleon's Eq. 1) with weights that sum to 1; the
 * first epoch also counts for all before it. If a server was silent for some epochs, its work is spread evenly over
 * them. Page counters last as long as the device, so a counter that fell means another device under an old name, about
 * which nothing is known. Latencies count since the start of the process, so after a fall all of them are new. A
 * restart that caught up with all earlier writes within one epoch goes unnoticed.
 *
 * <p>Immutable: a value of the epochs up to its last. Cost: O(reports) per epoch.
 */
public final class ServerHistory {
    public static final ServerHistory EMPTY = new ServerHistory(Map.of());

    private final Map<ServerId, Past> servers;

    private ServerHistory(Map<ServerId, Past> servers) {
        this.servers = Map.copyOf(servers);
    }

    /**
     * Means of one server.
     *
     * @param writesPerEpoch host page writes, copies of plans included; 0 if unknown
     * @param windowWrites host page writes of the last epoch, without copies of plans; 0 if unknown
     * @param latencyMicros mean latency; 0 if unknown
     */
    public record Trend(double writesPerEpoch, double windowWrites, double latencyMicros) {
        public static final Trend UNKNOWN = new Trend(0, 0, 0);
    }

    /** @param windowBegin host page writes at which the current window began */
    private record Past(long epoch, long hostPageWrites, long windowBegin, long count, double sumMicros, Trend trend) {
        Past beginWindow(long at) {
            return new Past(epoch, hostPageWrites, Math.max(hostPageWrites, at), count, sumMicros, trend);
        }
    }

    /**
     * This history plus the reports at the end of {@code epoch}. Servers without a report keep their values; a second
     * report for an epoch is ignored.
     */
    public ServerHistory with(long epoch, Collection<WearReport> reports) {
        Map<ServerId, Past> after = new HashMap<>(servers);
        for (WearReport report : reports) {
            after.put(report.server(), after(servers.get(report.server()), epoch, report));
        }
        return new ServerHistory(after);
    }

    /**
     * This history if the servers reported so once the bulk copies of a plan were done. Servers without a report, or
     * without a past, count the copies as writes of their next window.
     */
    public ServerHistory afterCopies(Collection<WearReport> reports) {
        Map<ServerId, Past> after = new HashMap<>(servers);
        reports.forEach(report ->
                after.computeIfPresent(report.server(), (_, past) -> past.beginWindow(report.hostPageWrites())));
        return new ServerHistory(after);
    }

    /** The trend of a server; {@link Trend#UNKNOWN} before its second report. */
    public Trend of(ServerId server) {
        Past past = servers.get(server);
        return past == null ? Trend.UNKNOWN : past.trend;
    }

    private static Past after(@Nullable Past before, long epoch, WearReport report) {
        if (before != null && epoch <= before.epoch) {
            return before;
        }
        Trend trend = before == null || report.hostPageWrites() < before.hostPageWrites
                ? Trend.UNKNOWN
                : trend(before, epoch - before.epoch, report);
        WearReport.LatencySummary latency = report.writeLatency();
        long pages = report.hostPageWrites();
        return new Past(epoch, pages, pages, latency.count(), sumMicros(latency), trend);
    }

    private static Trend trend(Past before, long epochs, WearReport report) {
        double weightOfPast = Math.pow(2, -epochs);
        double writes = (double) (report.hostPageWrites() - before.hostPageWrites) / epochs;
        return new Trend(
                mean(before.trend.writesPerEpoch, writes, weightOfPast),
                Math.max(0, (double) (report.hostPageWrites() - before.windowBegin) / epochs),
                mean(before.trend.latencyMicros, newMicros(before, report.writeLatency()), weightOfPast));
    }

    private static double mean(double past, double now, double weightOfPast) {
        return past == 0 ? now : weightOfPast * past + (1 - weightOfPast) * now;
    }

    /** Mean latency since the last report; the known mean if nothing was timed since. */
    private static double newMicros(Past before, WearReport.LatencySummary latency) {
        long count = latency.count() - before.count;
        double sum = sumMicros(latency) - before.sumMicros;
        if (count == 0) {
            return before.trend.latencyMicros;
        }
        return count > 0 && sum >= 0 ? sum / count : latency.meanMicros();
    }

    private static double sumMicros(WearReport.LatencySummary latency) {
        return latency.count() * latency.meanMicros();
    }
}
