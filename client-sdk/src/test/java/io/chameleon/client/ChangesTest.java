package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.fake.Collector;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.MessageType;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes of objects that write no byte. */
@Timeout(300)
final class ChangesTest {
    private static final int SEGMENT = 16_000;
    private static final byte[] SMALL = RoundTripTest.bytes(SEGMENT + 1);
    private static final byte[] LARGE = RoundTripTest.bytes(9 * SEGMENT);
    private static final PutOptions FIRST =
            PutOptions.DEFAULT.contentType("image/png").userMetadata(Map.of("colour", "red", "size", "XL"));
    private static final PutOptions SECOND =
            PutOptions.DEFAULT.contentType("image/gif").userMetadata(Map.of("colour", "blue"));

    private final FakeCluster cluster = new FakeCluster(6);
    private final ChameleonClient client =
            cluster.builder().segmentBytes(SEGMENT).chunkBytes(4 * SEGMENT).build();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private long sent() {
        return cluster.servers().stream()
                .mapToLong(server -> server.received(MessageType.PUT_FRAGMENT))
                .sum();
    }

    @Test
    void updateOfMetadata_replacesThem_andMovesNoByte() throws Exception {
        for (byte[] bytes : List.of(SMALL, LARGE, new byte[0])) {
            client.put(BUCKET, "key", bytes, FIRST);
            ObjectInfo before = client.head(BUCKET, "key");
            long sent = sent();

            ObjectInfo after = client.updateMetadata(BUCKET, "key", SECOND.ifMatch(before.entityTag()));

            assertThat(after).isEqualTo(client.head(BUCKET, "key"));
            assertThat(after.contentType()).isEqualTo("image/gif");
            assertThat(after.userMetadata()).isEqualTo(Map.of("colour", "blue"));
            assertThat(after.entityTag()).isEqualTo(before.entityTag());
            assertThat(after.modified()).isAfterOrEqualTo(before.modified());
            assertThat(after.created()).isEqualTo(before.created());
            assertThat(client.get(BUCKET, "key")).isEqualTo(bytes);
            assertThat(client.get(BUCKET, "key", ReadMode.CACHED)).isEqualTo(bytes);
            assertThat(sent()).isEqualTo(sent);
            Collector pinned = Collector.eager();
            client.async().readVersion(before, 0, Long.MAX_VALUE).get().subscribe(pinned);
            assertThat(pinned.all().get()).as("the same version").isEqualTo(bytes);
            try (ObjectStream stream = client.openVersion(before, 1, 5)) {
                assertThat(stream.readAllBytes()).hasSize(Math.min(5, Math.max(0, bytes.length - 1)));
            } catch (InvalidRequestException ofTheEmptyOne) {
                assertThat(bytes).isEmpty();
            }
        }
    }

    @Test
    void updateOfMetadata_thatCannotBe_changesNothing() {
        client.put(BUCKET, "key", SMALL, FIRST);
        ObjectInfo before = client.head(BUCKET, "key");
        client.put(BUCKET, "other", SMALL);
        String another = client.head(BUCKET, "other").entityTag();

        assertThatThrownBy(() -> client.updateMetadata(BUCKET, "none", SECOND))
                .isInstanceOf(ObjectNotFoundException.class);
        assertThatThrownBy(() -> client.updateMetadata(BUCKET, "key", SECOND.ifMatch(another)))
                .isInstanceOf(PreconditionFailedException.class);
        assertThatThrownBy(() -> client.updateMetadata(BUCKET, "key", SECOND.ifNoneMatch()))
                .isInstanceOf(PreconditionFailedException.class);
        assertThatThrownBy(() -> client.updateMetadata(BUCKET, "key", SECOND.policy(RedundancyPolicy.REP)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("policy");
        assertThatThrownBy(() -> client.updateMetadata("photos+chunks", "key", SECOND))
                .isInstanceOf(InvalidRequestException.class);
        assertThat(client.head(BUCKET, "key")).isEqualTo(before);
    }

    @Test
    void updateOfMetadata_whoseAnswerIsLost_isNotRepeated() {
        client.put(BUCKET, "key", SMALL, FIRST);
        cluster.metadata().loseAnswers(MessageType.UPDATE_METADATA, 1);

        assertThatThrownBy(() -> client.updateMetadata(BUCKET, "key", SECOND))
                .isInstanceOf(WriteOutcomeUnknownException.class);
        assertThat(cluster.metadata().received(MessageType.UPDATE_METADATA)).isEqualTo(1);

        cluster.metadata().refuse(MessageType.UPDATE_METADATA, 2);
        assertThat(client.updateMetadata(BUCKET, "key", FIRST).contentType()).isEqualTo("image/png");
    }

    @Test
    void exists_isTrueForAsLongAsThereIsAnObject() {
        assertThat(client.exists(BUCKET, "key")).isFalse();
        client.put(BUCKET, "key", new byte[0]);
        assertThat(client.exists(BUCKET, "key")).isTrue();
        client.delete(BUCKET, "key");
        assertThat(client.exists(BUCKET, "key")).isFalse();
    }

    @Test
    void deleteAll_deletesWhatIsThere_andTellsOfEachKey() {
        client.put(BUCKET, "small", SMALL);
        client.put(BUCKET, "large", LARGE);
        client.put(BUCKET, "other", SMALL);

        List<DeleteOutcome> outcomes = client.deleteAll(BUCKET, List.of("small", "none", "", "large", "small"));

        assertThat(outcomes)
                .extracting(DeleteOutcome::key, outcome -> outcome.failure().isPresent())
                .containsExactly(
                        tuple("small", false),
                        tuple("none", false),
                        tuple("", true),
                        tuple("large", false),
                        tuple("small", false));
        assertThat(outcomes.get(2).failure()).get().isInstanceOf(InvalidRequestException.class);
        assertThat(outcomes.get(0).deleted() ^ outcomes.get(4).deleted()).isTrue();
        assertThat(outcomes.get(1).deleted()).isFalse();
        assertThat(outcomes.get(3).deleted()).isTrue();
        assertThat(client.listAll(BUCKET, "")).extracting(ObjectInfo::key).containsExactly("other");
    }

    @Test
    void deleteAll_ofManyOrNoKeys_completes() {
        List<String> keys = IntStream.range(0, 20_000).mapToObj(i -> "key-" + i).toList();
        client.put(BUCKET, "key-19999", SMALL);

        assertThat(client.deleteAll(BUCKET, keys))
                .filteredOn(DeleteOutcome::deleted)
                .containsExactly(new DeleteOutcome("key-19999", true, Optional.empty()));
        assertThat(client.deleteAll(BUCKET, List.of())).isEmpty();
    }

    @Test
    void deleteAll_whatFailsForOneKey_failsForItAlone() {
        cluster.metadata()
                .fail(MessageType.DELETE_OBJECT, new ChameleonError(ErrorCode.PERMISSION_DENIED, "told to refuse"));

        assertThat(client.deleteAll(BUCKET, Collections.nCopies(40, "key")))
                .hasSize(40)
                .allSatisfy(outcome -> assertThat(outcome.failure())
                        .get()
                        .extracting(ChameleonException::code)
                        .isEqualTo(ErrorCode.PERMISSION_DENIED));
    }
}
