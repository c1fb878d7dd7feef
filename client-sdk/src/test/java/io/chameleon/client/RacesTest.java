package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.GetFragmentRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers against writers, the reaper and the balancer. */
@Timeout(300)
final class RacesTest {
    private static final byte[] OLD = RoundTripTest.bytes(10_000);
    private static final byte[] NEW = RoundTripTest.bytes(12_000);

    private final FakeCluster cluster = new FakeCluster(14);
    /** Ten or twelve segments an object. */
    private final ChameleonClient client = patient();

    private final ChameleonClient other = patient();

    /**
     * Each test says what it races against. Slow answers, for which other servers could step in, are not part of it.
     */
    private ChameleonClient patient() {
        return cluster.builder()
                .segmentBytes(1_000)
                .hedgeAfter(Duration.ofMinutes(1))
                .timeouts(new Timeouts(Duration.ofSeconds(30), Duration.ofSeconds(30)))
                .build();
    }

    @AfterEach
    void close() {
        client.close();
        other.close();
        cluster.close();
    }

    private CompletionStage<?> overwriteAndReap() {
        return other.async().put(BUCKET, "key", NEW, PutOptions.DEFAULT).thenRun(cluster::reap);
    }

    private static Predicate<Message> ofSegment(int segment) {
        return request -> request.header(GetFragmentRequest.class).getId().getSegment() == segment;
    }

    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void read_whoseVersionIsReapedAfterTheLookup_startsOverWithTheNewOne(RedundancyPolicy policy) {
        client.put(BUCKET, "key", OLD, PutOptions.DEFAULT.policy(policy));
        cluster.metadata().afterNext(MessageType.LOOKUP, this::overwriteAndReap);

        assertThat(client.get(BUCKET, "key")).isEqualTo(NEW);
        assertThat(cluster.metadata().damage()).isEmpty();
    }

    @Test
    void read_whoseVersionIsReapedHalfWay_startsOverWithTheNewOne() {
        PutResult first = client.put(BUCKET, "key", OLD, PutOptions.DEFAULT.policy(RedundancyPolicy.EC));
        cluster.server(first.used().servers().get(0))
                .beforeNext(MessageType.GET_FRAGMENT, ofSegment(5), this::overwriteAndReap);

        assertThat(client.get(BUCKET, "key")).isEqualTo(NEW);
    }

    @Test
    void range_whoseVersionIsReaped_isOfTheNewOne() {
        client.put(BUCKET, "key", OLD);
        cluster.metadata().afterNext(MessageType.LOOKUP, this::overwriteAndReap);

        assertThat(client.getRange(BUCKET, "key", 2_100, 100)).isEqualTo(Arrays.copyOfRange(NEW, 2_100, 2_200));
    }

    @Test
    void read_whoseObjectIsDeletedAndReapedAfterTheLookup_isNotFound() {
        client.put(BUCKET, "key", OLD);
        cluster.metadata()
                .afterNext(
                        MessageType.LOOKUP,
                        () -> other.async().delete(BUCKET, "key").thenRun(cluster::reap));

        assertThatThrownBy(() -> client.get(BUCKET, "key")).isInstanceOf(ObjectNotFoundException.class);
    }

    @Test
    void stream_whoseVersionIsReapedAfterItsFirstBytes_failsRatherThanMixVersions() throws IOException {
        client.put(BUCKET, "key", OLD);
        try (ObjectStream stream = client.open(BUCKET, "key")) {
            assertThat(stream.readNBytes(1_500)).isEqualTo(Arrays.copyOf(OLD, 1_500));
            other.put(BUCKET, "key", NEW);
            cluster.reap();

            ByteArrayOutputStream rest = new ByteArrayOutputStream();
            assertThatThrownBy(() -> stream.transferTo(rest))
                    .isInstanceOf(ObjectChangedException.class)
                    .hasMessageContaining("object photos/key: overwritten while it was read, after ")
                    .satisfies(e ->
                            assertThat(((ObjectChangedException) e).retryable()).isTrue());
            assertThat(OLD).containsSubsequence(rest.toByteArray());
        }
    }

    @Test
    void stream_whoseVersionIsOverwrittenAndNotReapedYet_deliversTheOldVersionWhole() throws IOException {
        client.put(BUCKET, "key", OLD);
        try (ObjectStream stream = client.open(BUCKET, "key")) {
            stream.read();
            other.put(BUCKET, "key", NEW);

            assertThat(stream.readAllBytes()).isEqualTo(Arrays.copyOfRange(OLD, 1, OLD.length));
        }
    }

    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void stream_whoseObjectIsMovedAndReaped_isReadOnFromItsNewPlace(RedundancyPolicy policy) throws IOException {
        client.put(BUCKET, "key", OLD, PutOptions.DEFAULT.policy(policy));
        try (ObjectStream stream = client.open(BUCKET, "key")) {
            stream.read();
            move("key");

            assertThat(stream.readAllBytes()).isEqualTo(Arrays.copyOfRange(OLD, 1, OLD.length));
        }
        assertThat(cluster.metadata().damage()).isEmpty();
    }

    /**
     * Swaps the object to servers it is not on, and moves its fragments there in bulk: copied, flipped, reaped, in this
     * order.
     */
    private void move(String key) {
        ObjectMapping row = cluster.row(key);
        Placement from = row.live();
        List<ServerId> free = new ArrayList<>();
        cluster.servers().forEach(server -> free.add(server.info().id()));
        free.removeAll(from.servers());
        Placement to =
                new Placement(from.scheme(), free.subList(0, from.servers().size()));
        ObjectMapping swapping = cluster.remap(key, RedundancyEvent.SWAP, to);
        for (int i = 0; i < to.servers().size(); i++) {
            cluster.server(from.servers().get(i))
                    .copyTo(cluster.server(to.servers().get(i)), row.writeId());
        }
        Remap.Outcome outcome = cluster.table()
                .migrate(cluster.fence(), new Migration(row.id(), swapping.version(), row.writeId(), 99));
        assertThat(outcome).isEqualTo(Remap.Outcome.APPLIED);
        from.servers().forEach(server -> cluster.server(server).lose(row.writeId()));
    }

    @Test
    void copy_whoseSourceIsReapedBeforeItsFirstBytes_copiesTheNewVersion() {
        client.put(BUCKET, "key", OLD);
        cluster.metadata().afterNext(MessageType.LOOKUP, this::overwriteAndReap);

        PutResult copied = client.copy(BUCKET, "key", BUCKET, "copy", PutOptions.DEFAULT);

        assertThat(copied.size()).isEqualTo(NEW.length);
        assertThat(client.get(BUCKET, "copy")).isEqualTo(NEW);
    }

    @Test
    void linearizableRead_seesWhatAnotherClientWrote_cachedReadMayNot() {
        client.put(BUCKET, "key", OLD);
        other.put(BUCKET, "key", NEW);

        assertThat(client.get(BUCKET, "key", ReadMode.CACHED)).isEqualTo(OLD);
        assertThat(client.get(BUCKET, "key", ReadMode.LINEARIZABLE)).isEqualTo(NEW);
        assertThat(client.get(BUCKET, "key", ReadMode.CACHED)).isEqualTo(NEW);
    }

    @Test
    void cachedRead_ofKnownObject_needsNoLookup() {
        client.put(BUCKET, "key", OLD);
        long before = cluster.metadata().received(MessageType.LOOKUP);

        client.get(BUCKET, "key", ReadMode.CACHED);

        assertThat(cluster.metadata().received(MessageType.LOOKUP)).isEqualTo(before);
    }

    @Test
    void cachedRead_whoseVersionIsReaped_looksUp() {
        client.put(BUCKET, "key", OLD);
        other.put(BUCKET, "key", NEW);
        cluster.reap();

        assertThat(client.get(BUCKET, "key", ReadMode.CACHED)).isEqualTo(NEW);
    }
}
