package io.chameleon.client.internal.read;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.cluster.Cluster;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.erasure.StripeLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The servers that can be asked for the fragments of a segment. */
final class Candidates {
    private Candidates() {}

    /** Healthy servers first; under REP in random order, which spreads the load; under EC data before parity. */
    static List<Gather.Candidate> of(SegmentSlice slice, Cluster cluster, ClientContext context) {
        List<ServerId> servers = slice.row().live().servers();
        StripeLayout layout = slice.layout();
        List<Gather.Candidate> order = new ArrayList<>();
        IntStream.range(0, servers.size())
                .filter(i -> !layout.isPadding(i))
                .forEach(i ->
                        cluster.server(servers.get(i)).ifPresent(info -> order.add(new Gather.Candidate(i, info))));
        if (slice.scheme().dataFragments() == 1) {
            Collections.shuffle(order, new Random(context.random().nextLong()));
        }
        order.sort(Comparator.comparing(
                candidate -> !cluster.isReadable(candidate.server().id())
                        || context.health().isSuspected(candidate.server().id())));
        return order;
    }

    /** Whether the servers that hold the bytes of a slice can be expected to answer. */
    static boolean areSound(SegmentSlice slice, Cluster cluster, ClientContext context) {
        return slice.pieces().stream()
                .map(piece -> slice.row().live().servers().get(piece.shard()))
                .allMatch(server ->
                        cluster.isReadable(server) && !context.health().isSuspected(server));
    }

    /** Why a server that is no candidate has no answer. */
    static ChameleonError unknown(ServerId server) {
        return new ChameleonError(ErrorCode.UNAVAILABLE, "server " + server + " is not up in the cluster view");
    }
}
