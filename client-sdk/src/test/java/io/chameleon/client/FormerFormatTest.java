package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.FragmentFault;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fragments of a version that is read no more are called old. They are not taken for damaged, so nobody is told to
 * repair them.
 */
@Timeout(300)
final class FormerFormatTest {
    /** Two pages: even shards were shorter than one. */
    private static final byte[] BYTES = RoundTripTest.bytes(8_192);

    private static final PutOptions CODED = PutOptions.DEFAULT.policy(RedundancyPolicy.EC);

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client =
            cluster.builder().hedgeAfter(Duration.ofHours(1)).build();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private List<ServerId> putOld() {
        List<ServerId> servers = client.put(BUCKET, "old", BYTES, CODED).used().servers();
        servers.forEach(server -> cluster.server(server).ageAll());
        return servers;
    }

    @Test
    void object_isCalledOld_andSaysWhatHelps() {
        putOld();

        assertThatThrownBy(() -> client.get(BUCKET, "old"))
                .isInstanceOfSatisfying(DataUnavailableException.class, old -> {
                    assertThat(old.code()).isEqualTo(ErrorCode.FORMAT_NOT_READ);
                    assertThat(old.retryable()).isFalse();
                    assertThat(old.advice()).startsWith("Nothing is damaged");
                    assertThat(old)
                            .hasMessageContaining("format EVEN_SHARDS is older than this program")
                            .hasMessageNotContaining("CORRUPT")
                            .hasMessageNotContaining("\n");
                });
        assertNothingIsReported();
    }

    /** A part of a fragment comes with the length of the whole, so it is told, too. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5_000})
    void part_isCalledOld(int offset) {
        putOld();

        assertThatThrownBy(() -> client.getRange(BUCKET, "old", offset, 100))
                .hasFieldOrPropertyWithValue("code", ErrorCode.FORMAT_NOT_READ);
        assertNothingIsReported();
    }

    /** As a flash server says it that is asked for more than the fragment has. */
    @Test
    void serversThatSayOld_areBelieved() {
        List<ServerId> servers = client.put(BUCKET, "old", BYTES, CODED).used().servers();
        servers.forEach(server -> cluster.server(server).fail(MessageType.GET_FRAGMENT, ErrorCode.FORMAT_NOT_READ));

        assertThatThrownBy(() -> client.get(BUCKET, "old"))
                .hasFieldOrPropertyWithValue("code", ErrorCode.FORMAT_NOT_READ);
        servers.forEach(server -> cluster.server(server).heal());
        assertNothingIsReported();
    }

    @Test
    void verification_tellsOldFromDamaged() {
        putOld();

        assertThat(client.verify(BUCKET, "old").faults())
                .isNotEmpty()
                .extracting(FragmentFault::code)
                .containsOnly(ErrorCode.FORMAT_NOT_READ);
        assertNothingIsReported();
    }

    /** Longer shards, and replicas, are what they were. */
    @Test
    void objectsWhoseFragmentsHaveTheSameLength_areRead() {
        byte[] longer = RoundTripTest.bytes(50_000);
        Stream.of(RedundancyPolicy.values()).forEach(policy -> {
            PutOptions options = PutOptions.DEFAULT.policy(policy);
            client.put(BUCKET, "long", longer, options)
                    .used()
                    .servers()
                    .forEach(server -> cluster.server(server).ageAll());
            assertThat(client.get(BUCKET, "long")).isEqualTo(longer);
        });
    }

    /** Another length is damage, as before. */
    @Test
    void fragmentsOfNoVersion_areCorrupt() {
        List<ServerId> servers = client.put(BUCKET, "key", BYTES, CODED).used().servers();
        servers.forEach(server -> cluster.server(server).truncateAll());

        assertThat(client.verify(BUCKET, "key").faults())
                .extracting(FragmentFault::code)
                .containsOnly(ErrorCode.CORRUPT_FRAGMENT);
        await().until(() -> !cluster.metadata().damage().isEmpty());
    }

    /**
     * Reports go in the order in which they are made: one that is due arrives behind one that should not have been
     * made.
     */
    private void assertNothingIsReported() {
        List<ServerId> servers = client.put(BUCKET, "lost", BYTES, CODED).used().servers();
        cluster.server(servers.get(0)).lose(cluster.row("lost").writeId());
        assertThat(client.get(BUCKET, "lost")).isEqualTo(BYTES);
        await().until(() -> !cluster.metadata().damage().isEmpty());
        assertThat(cluster.metadata().damage())
                .allSatisfy(damage -> assertThat(damage.id().key()).isEqualTo("lost"));
        assertThat(cluster.row("old").degraded()).isFalse();
    }
}
