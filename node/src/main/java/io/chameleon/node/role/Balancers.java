package io.chameleon.node.role;

import io.chameleon.balancer.Balancer;
import io.chameleon.balancer.BalancerConfig;
import io.chameleon.core.WriteIds;
import io.chameleon.erasure.ErasureCodecs;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteGarbageTable;
import io.chameleon.transport.client.RemoteRemapTable;
import io.chameleon.transport.client.RemoteRepairTable;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires a {@link Balancer} to the network. */
public final class Balancers {
    private static final Logger LOG = LoggerFactory.getLogger(Balancers.class);

    private Balancers() {}

    public static Balancer over(
            RpcClient network, List<Endpoint> metadata, BalancerConfig config, InstantSource clock) {
        return new Balancer(
                new RemoteRemapTable(network, metadata, config.requestTimeout()),
                new RemoteGarbageTable(network, metadata, config.requestTimeout()),
                new RemoteRepairTable(network, metadata, config.requestTimeout()),
                new MetadataClient(network, metadata),
                new FlashClient(network),
                codec(config),
                Balancer.throttle(config.repair()),
                new WriteIds(clock, new SecureRandom()),
                clock,
                config,
                task -> Thread.ofVirtual().name("chameleon-repair").start(task));
    }

    private static StripeCodec codec(BalancerConfig config) {
        if (config.codec().isPresent()) {
            LOG.info("erasure codec {}, as it is set", config.codec().get());
            return new StripeCodec(config.codec().get());
        }
        var unused = ErasureCodecs.selfTest().thenAccept(choice -> LOG.info("erasure codec {}", choice));
        return new StripeCodec();
    }
}
