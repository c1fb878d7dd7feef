package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.NotModifiedException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.fake.Collector;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.version.VersionId;
import io.chameleon.transport.protocol.MessageType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads on a condition, of one version, of a range: what the caller gets, and what is never sent. */
@Timeout(300)
final class ConditionalReadTest {
    private static final byte[] OLD = RoundTripTest.bytes(10_000);
    private static final byte[] NEW = RoundTripTest.bytes(12_000);

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client = newClient();
    private final ChameleonClient other = newClient();
    private final ObjectInfo seen = head();

    private ChameleonClient newClient() {
        return cluster.builder()
                .segmentBytes(1_000)
                .hedgeAfter(Duration.ofMinutes(1))
                .build();
    }

    private ObjectInfo head() {
        client.put(BUCKET, "key", OLD);
        return client.head(BUCKET, "key");
    }

    @AfterEach
    void close() {
        client.close();
        other.close();
        cluster.close();
    }

    private long fragmentsAsked() {
        return cluster.servers().stream()
                .mapToLong(server -> server.received(MessageType.GET_FRAGMENT))
                .sum();
    }

    /** In every way that an object can be read. */
    private List<ThrowingCallable> reads(GetOptions options, Path file) {
        return List.of(
                () -> client.get(BUCKET, "key", options),
                () -> client.open(BUCKET, "key", options).close(),
                () -> client.head(BUCKET, "key", options),
                () -> client.getTo(BUCKET, "key", file, 2, options),
                () -> unwrapped(
                        () -> client.async().read(BUCKET, "key", options).join().close()));
    }

    private static void unwrapped(Runnable call) throws Throwable {
        try {
            call.run();
        } catch (CompletionException e) {
            throw e.getCause();
        }
    }

    @Test
    void copyOfTheCurrentVersion_isNotReadAgainInAnyWay(@TempDir Path directory) {
        GetOptions unlessKnown = GetOptions.DEFAULT.ifNoneMatch(seen.entityTag());

        assertThat(reads(unlessKnown, directory.resolve("copy")))
                .allSatisfy(read -> assertThatThrownBy(read).isInstanceOfSatisfying(NotModifiedException.class, e -> {
                    assertThat(e.entityTag()).isEqualTo(seen.entityTag());
                    assertThat(e.retryable()).isFalse();
                }));
        assertThat(fragmentsAsked()).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void anotherVersionThanExpected_isNotReadInAnyWay(@TempDir Path directory) {
        other.put(BUCKET, "key", NEW);
        GetOptions ifOld = GetOptions.DEFAULT.ifMatch(seen.entityTag());

        assertThat(reads(ifOld, directory.resolve("copy")))
                .allSatisfy(read -> assertThatThrownBy(read)
                        .isInstanceOf(PreconditionFailedException.class)
                        .hasMessageContaining(BUCKET)
                        .hasMessageContaining("the condition does not hold"));
        assertThat(fragmentsAsked()).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void conditionThatHolds_givesTheBytesInEveryWay(@TempDir Path directory) throws IOException {
        GetOptions holding = GetOptions.DEFAULT
                .ifMatch(seen.entityTag())
                .ifModifiedSince(seen.modified().minusMillis(1))
                .ifUnmodifiedSince(seen.modified());
        Path file = directory.resolve("copy");
        Collector collected = Collector.eager();

        assertThat(client.get(BUCKET, "key", holding)).isEqualTo(OLD);
        try (ObjectStream stream = client.open(BUCKET, "key", holding)) {
            assertThat(stream.readAllBytes()).isEqualTo(OLD);
        }
        assertThat(client.head(BUCKET, "key", holding).entityTag()).isEqualTo(seen.entityTag());
        assertThat(client.getTo(BUCKET, "key", file, 3, holding).entityTag()).isEqualTo(seen.entityTag());
        assertThat(Files.readAllBytes(file)).isEqualTo(OLD);
        client.async().read(BUCKET, "key", holding).join().subscribe(collected);
        assertThat(collected.all().join()).isEqualTo(OLD);
    }

    @Test
    void date_isThatOfTheLastChange_includingOneOfMetadata() {
        GetOptions unlessKnown = GetOptions.DEFAULT.ifModifiedSince(seen.modified());
        GetOptions ifUntouched = GetOptions.DEFAULT.ifUnmodifiedSince(seen.modified());
        assertThatThrownBy(() -> client.get(BUCKET, "key", unlessKnown)).isInstanceOf(NotModifiedException.class);

        Instant changed = changeMetadata();

        assertThat(changed).isAfter(seen.modified());
        assertThat(client.get(BUCKET, "key", unlessKnown)).isEqualTo(OLD);
        assertThatThrownBy(() -> client.get(BUCKET, "key", ifUntouched))
                .isInstanceOf(PreconditionFailedException.class);
    }

    /** The clock may not have moved since the write. */
    private Instant changeMetadata() {
        Instant changed = seen.modified();
        while (!changed.isAfter(seen.modified())) {
            changed = client.updateMetadata(BUCKET, "key", PutOptions.DEFAULT.userMetadata(Map.of("seen", "1")))
                    .modified();
        }
        return changed;
    }

    /** RFC 9110, section 13.2.2. */
    @Test
    void date_besideAnEntityTag_isNotLookedAt() {
        String tag = seen.entityTag();
        Instant before = seen.modified().minusSeconds(1);

        assertThat(client.get(BUCKET, "key", GetOptions.DEFAULT.ifMatch(tag).ifUnmodifiedSince(before)))
                .isEqualTo(OLD);
        assertThatThrownBy(() -> client.get(
                        BUCKET, "key", GetOptions.DEFAULT.ifNoneMatch(tag).ifModifiedSince(before)))
                .isInstanceOf(NotModifiedException.class);
        assertThatThrownBy(() -> client.get(
                        BUCKET,
                        "key",
                        GetOptions.DEFAULT
                                .ifUnmodifiedSince(before)
                                .ifNoneMatch(other.put(BUCKET, "another", NEW).entityTag())))
                .isInstanceOf(PreconditionFailedException.class);
    }

    @Test
    void range_isThatOfTheOptions() {
        GetOptions range = GetOptions.DEFAULT.range(2_500, 1_700).ifMatch(seen.entityTag());

        assertThat(client.get(BUCKET, "key", range)).isEqualTo(Arrays.copyOfRange(OLD, 2_500, 4_200));
        assertThatThrownBy(() -> client.get(BUCKET, "key", GetOptions.DEFAULT.range(10_001, 1)))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> GetOptions.DEFAULT.range(-1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> GetOptions.DEFAULT.ifMatch("tag")).isInstanceOf(IllegalArgumentException.class);
    }

    /** The version is gone before its first byte, and the condition does not hold of the one that took its place. */
    @Test
    void conditionOfAVersionThatIsReapedAfterTheLookup_holdsOfTheBytesThatAreGiven() {
        cluster.metadata()
                .afterNext(
                        MessageType.LOOKUP,
                        () -> other.async()
                                .put(BUCKET, "key", NEW, PutOptions.DEFAULT)
                                .thenRun(cluster::reap));

        assertThatThrownBy(() -> client.get(BUCKET, "key", GetOptions.DEFAULT.ifMatch(seen.entityTag())))
                .isInstanceOf(PreconditionFailedException.class);
    }

    @Test
    void conditionThatAlsoHoldsOfTheVersionThatTookTheOthersPlace_givesItsBytes() {
        String another = other.put(BUCKET, "another", NEW).entityTag();
        cluster.metadata()
                .afterNext(
                        MessageType.LOOKUP,
                        () -> other.async()
                                .put(BUCKET, "key", NEW, PutOptions.DEFAULT)
                                .thenRun(cluster::reap));

        assertThat(client.get(BUCKET, "key", GetOptions.DEFAULT.ifNoneMatch(another)))
                .isEqualTo(NEW);
    }

    @Test
    void condition_ofACachedRead_isOfTheVersionThatTheClientKnows() {
        assertThat(client.get(BUCKET, "key", ReadMode.CACHED)).isEqualTo(OLD);
        long lookups = cluster.metadata().received(MessageType.LOOKUP);

        assertThatThrownBy(() -> client.get(
                        BUCKET,
                        "key",
                        GetOptions.DEFAULT.readMode(ReadMode.CACHED).ifNoneMatch(seen.entityTag())))
                .isInstanceOf(NotModifiedException.class);
        assertThat(cluster.metadata().received(MessageType.LOOKUP)).isEqualTo(lookups);
    }

    @Test
    void missingObject_isNotFoundWhateverTheCondition() {
        assertThatThrownBy(() -> client.get(BUCKET, "none", GetOptions.DEFAULT.ifNoneMatch(seen.entityTag())))
                .isInstanceOf(ObjectNotFoundException.class);
    }

    @Test
    void namedVersion_isReadHoweverOftenItWasReplaced(@TempDir Path directory) throws IOException {
        client.configureBucket(BUCKET, Map.of("versioning", "Enabled"));
        VersionId first = client.put(BUCKET, "kept", OLD).versionId();
        client.put(BUCKET, "kept", NEW);
        client.delete(BUCKET, "kept");
        GetOptions pinned = GetOptions.DEFAULT.version(first);
        VersionId marker = client.versions().find(BUCKET, "kept").version();

        assertThat(client.get(BUCKET, "kept", pinned)).isEqualTo(OLD);
        assertThat(client.get(BUCKET, "kept", pinned.range(1_500, 10)))
                .isEqualTo(Arrays.copyOfRange(OLD, 1_500, 1_510));
        Path file = directory.resolve("copy");
        client.getTo(BUCKET, "kept", file, 2, pinned);
        assertThat(Files.readAllBytes(file)).isEqualTo(OLD);
        assertThatThrownBy(() -> client.get(BUCKET, "kept", pinned.ifNoneMatch(first.text())))
                .isInstanceOf(NotModifiedException.class);
        assertThatThrownBy(() -> client.get(BUCKET, "kept", GetOptions.DEFAULT.version(marker)))
                .isInstanceOf(ObjectNotFoundException.class)
                .hasMessageContaining("delete marker");

        client.versions().delete(BUCKET, "kept", first);

        assertThatThrownBy(() -> client.get(BUCKET, "kept", pinned))
                .isInstanceOf(ObjectNotFoundException.class)
                .hasMessageContaining("no version " + first);
    }
}
