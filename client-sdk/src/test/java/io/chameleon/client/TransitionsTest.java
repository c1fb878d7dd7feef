package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The next write completes a transition (docs/reference/state-machine.md). */
final class TransitionsTest {
    private static final byte[] FIRST = RoundTripTest.bytes(15_000);
    private static final byte[] SECOND = RoundTripTest.bytes(16_000);
    private static final byte[] THIRD = RoundTripTest.bytes(17_000);

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client = cluster.client();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    /** The last servers of the cluster, in an order the ring would not choose. */
    private Placement destination(RedundancyPolicy policy) {
        RedundancyScheme scheme = policy == RedundancyPolicy.REP ? RedundancyScheme.REP_3 : RedundancyScheme.EC_4_2;
        List<ServerId> servers = new ArrayList<>();
        cluster.servers().forEach(server -> servers.add(server.info().id()));
        Collections.reverse(servers);
        return new Placement(scheme, servers.subList(0, scheme.width()));
    }

    @ParameterizedTest
    @CsvSource({
        "EC,  UPGRADE,   LATE_REP, REP",
        "REP, DOWNGRADE, LATE_EC,  EC",
        "REP, SWAP,      REP_EWO,  REP",
        "EC,  SWAP,      EC_EWO,   EC"
    })
    void objectInTransition_isReadFromTheSource_andItsNextWriteGoesToTheDestination(
            RedundancyPolicy from, RedundancyEvent event, RedundancyState between, RedundancyPolicy to) {
        client.put(BUCKET, "key", FIRST, PutOptions.DEFAULT.policy(from));
        Placement destination = destination(to);
        assertThat(cluster.remap("key", event, destination).state()).isEqualTo(between);

        assertThat(client.get(BUCKET, "key")).isEqualTo(FIRST);
        PutResult written = client.put(BUCKET, "key", SECOND);

        assertThat(written.used()).isEqualTo(destination);
        assertThat(written.state()).isEqualTo(RedundancyState.stable(to));
        cluster.reap();
        assertThat(cluster.fragments()).isEqualTo(destination.servers().size());
        assertThat(client.get(BUCKET, "key")).isEqualTo(SECOND);
    }

    @ParameterizedTest
    @CsvSource({"EC,  UPGRADE, REP", "REP, DOWNGRADE, EC", "REP, SWAP, REP", "EC, SWAP, EC"})
    void writerThatHasNotHeardOfTheTransition_writesToTheSource_andItsNextWriteCompletesIt(
            RedundancyPolicy from, RedundancyEvent event, RedundancyPolicy to) {
        Placement source = client.put(BUCKET, "key", FIRST, PutOptions.DEFAULT.policy(from))
                .used();
        Placement destination = destination(to);
        RedundancyState between = cluster.remap("key", event, destination).state();

        PutResult unaware = client.put(BUCKET, "key", SECOND);

        assertThat(unaware.used()).isEqualTo(source);
        assertThat(unaware.state()).isEqualTo(between);
        assertThat(client.get(BUCKET, "key", ReadMode.CACHED)).isEqualTo(SECOND);

        PutResult aware = client.put(BUCKET, "key", THIRD);

        assertThat(aware.used()).isEqualTo(destination);
        assertThat(aware.state()).isEqualTo(RedundancyState.stable(to));
        assertThat(client.get(BUCKET, "key")).isEqualTo(THIRD);
    }

    @Test
    void explicitPolicy_otherThanTheObjects_isWrittenToTheRing() {
        client.put(BUCKET, "key", FIRST, PutOptions.DEFAULT.policy(RedundancyPolicy.EC));

        PutResult written = client.put(BUCKET, "key", SECOND, PutOptions.DEFAULT.policy(RedundancyPolicy.REP));

        assertThat(written.state()).isEqualTo(RedundancyState.REP);
        assertThat(written.used().servers())
                .isEqualTo(client.clusterView().ring().select(written.id(), RedundancyScheme.REP_3, any -> true));
    }

    @Test
    void device_isToldWhichPagesWillSoonBeOverwritten() {
        client.put(BUCKET, "key", FIRST);
        PutResult cold = client.put(BUCKET, "key", SECOND); // written once before
        cluster.reap();
        assertThat(cold.used().servers())
                .allSatisfy(id -> assertThat(cluster.server(id).hints()).containsExactly(WriteHint.COLD));

        PutResult hot = client.put(BUCKET, "key", THIRD); // twice in this epoch
        cluster.reap();
        assertThat(hot.used().servers())
                .allSatisfy(id -> assertThat(cluster.server(id).hints()).containsExactly(WriteHint.HOT));
    }
}
