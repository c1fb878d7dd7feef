package io.chameleon.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.Balancer;
import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.repair.Throttle;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.lab.simulation.world.HeapBuffers;
import io.chameleon.server.FlashMonitor;
import io.chameleon.server.FlashServerEndpoint;
import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.device.PowerCutFlash;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.protocol.ClusterWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * The product's reconciler and reaper against the product's flash server, which holds fragments that an earlier build
 * took.
 */
class FutureFragmentsTest {
    private static final Duration GRACE = BalancerConfig.defaults().grace();
    private static final Endpoint METADATA = new Endpoint("metadata", 1);
    private static final ServerInfo SERVER =
            new ServerInfo(new ServerId("s0"), "s0", 1, "", 1L << 30, ServerInfo.Status.UP);

    private Instant now = Instant.parse("2026-03-01T00:00:00Z");
    private final InstantSource clock = () -> now;
    private final WriteIds honest = new WriteIds(clock, new SplittableRandom(1));
    private final WriteIds centuryAhead =
            new WriteIds(InstantSource.offset(clock, Duration.ofDays(36_500)), new SplittableRandom(2));
    private final InMemoryMappingTable table = new InMemoryMappingTable(clock, GRACE);
    private final long fence = table.claim("only").fence();
    private final FragmentStore store = new FragmentStore(
            new PowerCutFlash(
                            new FlashConfig(
                                    new FlashGeometry(512, 64, 64, 0.25), FlashTiming.TABLE_II, WriteMode.SINGLE),
                            new SplittableRandom(3))
                    .open(nanos -> {}),
            FragmentStore.DEFAULT_HEADROOM,
            Runnable::run);

    @AutoClose
    private final LoopbackNetwork network = new LoopbackNetwork();

    private final Balancer balancer = balancer();

    private Balancer balancer() {
        network.bind(
                Endpoint.of(SERVER),
                FlashServerEndpoint.of(
                        SERVER.id(),
                        store,
                        new FlashMonitor(SERVER.id(), store, 3000),
                        Runnable::run,
                        100,
                        System::nanoTime,
                        clock,
                        turn -> {},
                        new CompositeMeterRegistry(),
                        HeapBuffers.INSTANCE));
        ClusterView view =
                new ClusterView(List.of(SERVER), RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 32, 1, "", Map.of());
        network.bind(
                METADATA,
                (request, context) -> CompletableFuture.completedFuture(
                        Message.of(MessageType.CLUSTER_VIEW, ClusterWire.pack(view))));
        return new Balancer(
                table,
                table,
                table,
                new MetadataClient(network, List.of(METADATA)),
                new FlashClient(network),
                new StripeCodec(),
                Throttle.NONE,
                honest,
                clock,
                BalancerConfig.defaults());
    }

    private void put(WriteId writeId) {
        byte[] content = {1, 2, 3};
        CRC32C crc = new CRC32C();
        crc.update(content);
        Fragment fragment = new Fragment(
                new FragmentId(writeId, 0, 0), content.length, (int) crc.getValue(), RedundancyScheme.REP_3, 3);
        store.put(fragment, MemorySegment.ofArray(content), WriteHint.UNKNOWN).join();
    }

    private List<WriteId> stored() {
        return store.list(Long.MAX_VALUE, null, 10_000).fragments().stream()
                .map(fragment -> fragment.id().writeId())
                .toList();
    }

    @Test
    void fragmentDatedACenturyAhead_thatNoRowNames_isCondemnedAndDeleted_asAnOldOneIs() {
        WriteId old = honest.next();
        WriteId future = centuryAhead.next();
        put(old);
        put(future);
        assertThat(balancer.reconciler().reconcile(fence)).as("just come up").isZero();
        now = now.plus(GRACE).plusSeconds(1);
        WriteId young = honest.next();
        put(young);

        assertThat(balancer.reconciler().reconcile(fence)).isEqualTo(2);
        assertThat(table.garbage(0, 10)).extracting(Garbage::writeId).containsExactlyInAnyOrder(old, future);
        assertThat(balancer.reaper().reap(Duration.ZERO)).isEqualTo(2);
        assertThat(stored()).containsExactly(young);
    }

    @Test
    void moreFragmentsFromTheFuture_thanTheBrakeAllows_haltIt_andGoOnceConfirmed() {
        IntStream.range(0, 1_001).forEach(i -> put(centuryAhead.next()));
        now = now.plus(GRACE).plusSeconds(1);

        assertThat(balancer.reconciler().reconcile(fence)).isZero();
        assertThat(table.halts()).extracting(ReconciliationHalt::found).containsExactly(1_001L);
        assertThat(table.confirmHalt(SERVER.id())).isTrue();
        assertThat(balancer.reconciler().reconcileConfirmed(fence)).isEqualTo(1_001);
        assertThat(table.halts()).isEmpty();
    }
}
