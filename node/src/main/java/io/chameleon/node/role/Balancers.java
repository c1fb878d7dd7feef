package io.chameleon.node.role;

import io.chameleon.balancer.Balancer;
import io.chameleon.balancer.BalancerConfig;
import io.chameleon.core.WriteIds;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCodecs;
import io.chameleon.erasure.StripeLayout;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.RpcClient;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteGarbageTable;
import io.chameleon.transport.client.RemoteRemapTable;
import io.chameleon.transport.client.RemoteRepairTable;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires a {@link Balancer} to the network and to the codecs. */
public final class Balancers {
    private static final Logger LOG = LoggerFactory.getLogger(Balancers.class);

    private Balancers() {}

    public static Balancer over(
            RpcClient network, List<Endpoint> metadata, BalancerConfig config, InstantSource clock) {
        var unused = ErasureCodecs.selfTest().thenAccept(choice -> LOG.info("erasure codec {}", choice));
        return new Balancer(
                new RemoteRemapTable(network, metadata, config.requestTimeout()),
                new RemoteGarbageTable(network, metadata, config.requestTimeout()),
                new RemoteRepairTable(network, metadata, config.requestTimeout()),
                new MetadataClient(network, metadata),
                new FlashClient(network),
                Balancers::encode,
                Balancers::restore,
                Balancer.throttle(config.repair()),
                new WriteIds(clock, new SecureRandom()),
                clock,
                config,
                task -> Thread.ofVirtual().name("chameleon-repair").start(task));
    }

    /** Replication is a code with one data shard, so both policies take this path. */
    static byte[][] encode(RedundancyScheme scheme, byte[] segment) {
        StripeLayout layout = new StripeLayout(scheme.dataFragments(), scheme.parityFragments(), segment.length);
        byte[][] shards = layout.split(segment, 0);
        ErasureCodecs.codecFor(scheme.dataFragments(), scheme.parityFragments()).encode(shards, 0, layout.shardBytes());
        return shards;
    }

    /** All fragments of a segment from those that are there. */
    static byte[][] restore(RedundancyScheme scheme, byte[] @Nullable [] fragments, int segmentLength) {
        byte[][] shards = new byte[fragments.length][];
        boolean[] present = new boolean[fragments.length];
        int length = scheme.fragmentBytes(segmentLength);
        for (int index = 0; index < fragments.length; index++) {
            byte[] fragment = fragments[index];
            present[index] = fragment != null;
            shards[index] = fragment != null ? fragment : new byte[length];
        }
        ErasureCodecs.codecFor(scheme.dataFragments(), scheme.parityFragments())
                .reconstruct(shards, present, 0, length);
        return shards;
    }
}
