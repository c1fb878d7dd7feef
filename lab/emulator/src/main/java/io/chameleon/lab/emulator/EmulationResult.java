package io.chameleon.lab.emulator;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;
import java.util.Map;

/**
 * The measurements of a run. Wear, amplification and latencies exclude the filling of the devices before the first
 * request.
 *
 * @param scheme name of the policy, as asked for
 * @param initial redundancy at the start
 * @param workload its name
 * @param synthetic whether a model made the workload
 * @param seed of the placement
 * @param wear of the servers
 * @param amplification of writes, all servers together
 * @param latency of pages and requests
 * @param networkBytes sent over the network
 * @param moves what balancing did
 * @param livePageSpread live pages of the fullest server over the mean, at the end
 * @param maxLivePageSpread the same at its worst, at the ends of the epochs
 * @param epochs the course of the run, an entry per epoch
 * @param servers each server at the end
 * @param seconds of processor time the run took
 */
public record EmulationResult(
        String scheme,
        RedundancyPolicy initial,
        String workload,
        boolean synthetic,
        long seed,
        Wear wear,
        Amplification amplification,
        Latencies latency,
        NetworkBytes networkBytes,
        Moves moves,
        double livePageSpread,
        double maxLivePageSpread,
        List<EpochEnd> epochs,
        List<ServerEnd> servers,
        double seconds) {

    /**
     * Wear of the servers.
     *
     * @param sigma population standard deviation of their erases
     * @param mean erases of a server
     * @param cv sigma / mean; 0 without erases
     * @param erases of all servers
     * @param shareSigma population standard deviation of their shares of rated erases used up
     */
    public record Wear(double sigma, double mean, double cv, long erases, double shareSigma) {}

    /**
     * How many pages are programmed for a page that clients write.
     *
     * @param write (host + copied) / host pages after each server's first collection (reading 25); 1 if none collected
     * @param balance the same with pages that balancing wrote counted as overhead
     */
    public record Amplification(double write, double balance) {}

    /**
     * Latencies in microseconds.
     *
     * @param page mean device time of a page write, foreground collection included (reading 23)
     * @param request device time of a write request, on its slowest server
     * @param queued the same with waiting for earlier requests
     * @param read of read requests, waiting included
     */
    public record Latencies(double page, Latency request, Latency queued, Latency read) {}

    /** Microseconds. */
    public record Latency(double mean, double p50, double p99, double max) {}

    /**
     * Bytes between machines.
     *
     * @param client written and read by clients, parity and copies included
     * @param balance read and written in bulk by the balancer
     */
    public record NetworkBytes(long client, long balance) {}

    /**
     * The outcome of plans.
     *
     * @param remaps intents that took effect in the mapping table
     * @param stale remaps dropped because the object had been written or remapped
     * @param carriedOut intents that a client write fulfilled
     * @param inPlace client writes that stayed at the source for lack of room at the destination
     * @param bulk objects copied in bulk
     * @param bulkPages pages those copies wrote
     */
    public record Moves(long remaps, long stale, long carriedOut, long inPlace, long bulk, long bulkPages) {}

    /**
     * One epoch.
     *
     * @param epoch its number, from 1
     * @param sigma of the servers' erases so far
     * @param mean of the servers' erases so far
     * @param remaps planned at its end
     * @param writeLatencyUs mean queued latency of write requests in it
     * @param bytesByState bytes of objects in each redundancy state at its end; states without objects are absent
     * @param nandPages pages that each server has programmed since it was filled, in the servers' order
     */
    public record EpochEnd(
            long epoch,
            double sigma,
            double mean,
            int remaps,
            int bulk,
            double writeLatencyUs,
            Map<RedundancyState, Long> bytesByState,
            List<Long> nandPages) {
        public EpochEnd {
            bytesByState = Map.copyOf(bytesByState);
            nandPages = List.copyOf(nandPages);
        }
    }

    /**
     * One server at the end.
     *
     * @param utilisation live share of its logical capacity
     * @param victimUtilisation mean live share of its victims
     */
    public record ServerEnd(
            String server,
            long erases,
            double wear,
            long hostPages,
            long nandPages,
            long livePages,
            double utilisation,
            double victimUtilisation) {}

    public EmulationResult {
        epochs = List.copyOf(epochs);
        servers = List.copyOf(servers);
    }
}
