package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.error.BucketExistsException;
import io.chameleon.client.error.BucketNotEmptyException;
import io.chameleon.client.error.BucketNotFoundException;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.ListOptions;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.transport.protocol.MessageType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class BucketsTest {
    private final FakeCluster cluster = new FakeCluster(6);
    private final ChameleonClient client = cluster.client();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    @Test
    void bucket_isMadeUsedEmptiedAndDeleted() {
        BucketInfo made = client.createBucket(BUCKET, "alice");
        assertThat(made.owner()).isEqualTo("alice");
        assertThat(client.bucket(BUCKET)).isEqualTo(made);
        assertThat(client.list(BUCKET, ListOptions.ALL).objects()).isEmpty();
        assertThatThrownBy(() -> client.createBucket(BUCKET)).isInstanceOf(BucketExistsException.class);

        client.put(BUCKET, "cat", new byte[10]);
        assertThatThrownBy(() -> client.deleteBucket(BUCKET)).isInstanceOf(BucketNotEmptyException.class);
        assertThat(client.delete(BUCKET, "cat")).isTrue();
        client.deleteBucket(BUCKET);
        assertThatThrownBy(() -> client.bucket(BUCKET)).isInstanceOf(BucketNotFoundException.class);
        assertThatThrownBy(() -> client.deleteBucket(BUCKET)).isInstanceOf(BucketNotFoundException.class);
    }

    @Test
    void bucketThatNobodyMade_isNotListed_untilItIsWrittenTo() {
        assertThatThrownBy(() -> client.list(BUCKET, ListOptions.ALL))
                .isInstanceOfSatisfying(BucketNotFoundException.class, failure -> {
                    assertThat(failure.retryable()).isFalse();
                    assertThat(failure).hasMessageContaining(BUCKET);
                });
        assertThatThrownBy(() -> client.listAll(BUCKET, "").toList()).isInstanceOf(BucketNotFoundException.class);
        client.put(BUCKET, "cat", new byte[10]);
        assertThat(client.listAll(BUCKET, "")).hasSize(1);
        assertThat(client.listAll(BUCKET, "no-such-prefix")).isEmpty();
        assertThat(client.delete(BUCKET, "cat")).isTrue();
        assertThat(client.listAll(BUCKET, "")).isEmpty();
    }

    @Test
    void buckets_areAllOfThem_alsoIfTheServiceCutsItsPages() {
        for (int i = 0; i < 24; i++) {
            String name = "bucket-%02d".formatted(i);
            var unused = client.createBucket(name, i % 2 == 0 ? "alice" : "bob");
            unused = client.configureBucket(name, Map.of("policy", "x".repeat(60_000)));
        }
        assertThat(client.buckets()).hasSize(24);
        assertThat(client.buckets("", "bucket-02", 19)).hasSize(19).first().returns("bucket-03", BucketInfo::name);
        assertThat(client.buckets("bob", "", 1000))
                .hasSize(12)
                .allMatch(bucket -> bucket.owner().equals("bob"));
        assertThat(cluster.metadata().received(MessageType.LIST_BUCKETS)).isGreaterThan(3);
        assertThatThrownBy(() -> client.buckets("", "", 0)).isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void settings_changeByKey() {
        var unused = client.createBucket(BUCKET);
        unused = client.configureBucket(BUCKET, Map.of("cors", "all", "tags", "a=b"));
        Map<String, @Nullable String> changes = new HashMap<>();
        changes.put("cors", null);
        changes.put("acl", "private");
        assertThat(client.configureBucket(BUCKET, changes).settings())
                .isEqualTo(Map.of("acl", "private", "tags", "a=b"));
        assertThatThrownBy(() -> client.configureBucket(BUCKET, Map.of("tags", "x".repeat(70_000))))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.configureBucket(BUCKET, Map.of("tags", "half a pair: \ud800")))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.configureBucket("another", Map.of()))
                .isInstanceOf(BucketNotFoundException.class);
    }

    @Test
    void creationThatIsNotAnswered_mayHaveHappened_andIsNotRepeated() {
        cluster.metadata().loseAnswers(MessageType.CREATE_BUCKET, 1);
        assertThatThrownBy(() -> client.createBucket(BUCKET)).isInstanceOf(WriteOutcomeUnknownException.class);
        assertThat(client.buckets()).extracting(BucketInfo::name).isEqualTo(List.of(BUCKET));
    }

    @Test
    void name_thatNoBucketCanHave_isRefusedBeforeItIsSent() {
        assertThatThrownBy(() -> client.createBucket("No")).isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.createBucket(BUCKET, "a b")).isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> client.deleteBucket(BUCKET + "+chunks")).isInstanceOf(InvalidRequestException.class);
        assertThat(cluster.metadata().received(MessageType.CREATE_BUCKET)).isZero();
        assertThat(cluster.metadata().received(MessageType.DELETE_BUCKET)).isZero();
    }
}
