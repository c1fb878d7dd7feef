package io.chameleon.lab.emulator;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;
import java.util.Map;

/**
 * What a run measured. Wear, amplification and latencies leave out the filling of the devices before the first request.
 *
 * @param scheme name of the policy, as asked for
 * @param initial redundancy at the start
 * @param workload its name
 * @param synthetic whether a model made the workload
 * @param seed of the placement
 * @param sigma population standard deviation of the servers' erases
 * @param mean erases of a server
 * @param cv sigma / mean; 0 without erases
 * @param erases of all servers
 * @param wearSigma population standard deviation of the servers' share of rated erases used up
 * @param writeAmplification (host + copied) / host pages after each server's first collection (reading 25), all servers together; 1 if
 *     none collected
 * @param balanceAmplification the same with pages that balancing wrote counted as overhead
 * @param pageLatencyUs mean device time of a page write, foreground collection included (reading 23)
 * @param requestLatencyUs device time of a write request, on its slowest server, microseconds
 * @param queuedLatencyUs the same with waiting for earlier requests
 * @param readLatencyUs of read requests, waiting included
 * @param networkBytes what went over the network
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
        double sigma,
        double mean,
        double cv,
        long erases,
        double wearSigma,
        double writeAmplification,
        double balanceAmplification,
        double pageLatencyUs,
        Latency requestLatencyUs,
        Latency queuedLatencyUs,
        Latency readLatencyUs,
        NetworkBytes networkBytes,
        Moves moves,
        double livePageSpread,
        double maxLivePageSpread,
        List<EpochEnd> epochs,
        List<ServerEnd> servers,
        double seconds) {

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
     * What became of plans.
     *
     * @param remaps intents that took effect in the mapping table
     * @param stale remaps dropped because the object had been written or remapped
     * @param carriedOut intents that a client write fulfilled
     * @param inPlace client writes that kept to the source for lack of room at the destination
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
