package io.chameleon.transport.rpc.server;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Warnings about peers of other clusters. Such a process is misconfigured and keeps retrying until an operator fixes
 * it. One line per host in each {@link #PERIOD}, with the number of attempts since the last line. Safe from any thread.
 */
final class ForeignPeers {
    static final Duration PERIOD = Duration.ofMinutes(5);
    /** Beyond this, the host reported first is forgotten. */
    private static final int MOST_HOSTS = 1_000;

    private final StrangerLog log;
    private final LongSupplier nanoTime;
    private final Map<String, Told> hosts = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Told> eldest) {
            return size() > MOST_HOSTS;
        }
    };

    private record Told(long sinceNanos, long untold) {}

    ForeignPeers(StrangerLog log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
    }

    void refused(String host, String why) {
        long untold;
        synchronized (hosts) {
            long now = nanoTime.getAsLong();
            @Nullable Told told = hosts.get(host);
            if (told != null && now - told.sinceNanos < PERIOD.toNanos()) {
                hosts.put(host, new Told(told.sinceNanos, told.untold + 1));
                return;
            }
            untold = told == null ? 0 : told.untold;
            hosts.remove(host);
            hosts.put(host, new Told(now, 0));
        }
        log.warn(
                "connection from {} closed: {}",
                host,
                untold == 0 ? why : why + "; " + untold + " more like it since the last line");
    }
}
