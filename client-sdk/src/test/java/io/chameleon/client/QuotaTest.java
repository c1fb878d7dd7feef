package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.QuotaExceededException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.transport.protocol.MessageType;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class QuotaTest {
    private static final byte[] LARGE = RoundTripTest.bytes(1 << 20);
    private static final byte[] SMALL = RoundTripTest.bytes(60_000);

    private final FakeCluster cluster = new FakeCluster(6);
    private final ChameleonClient client = cluster.client();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private void allow(long bytes) {
        cluster.table().setQuota(QuotaScope.bucket(BUCKET), new Quota(bytes, Quota.UNBOUNDED));
    }

    private static void assertRefused(ThrowingCallable write) {
        assertThatThrownBy(write).isInstanceOfSatisfying(QuotaExceededException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
            assertThat(e.retryable()).isFalse();
            assertThat(e).hasMessageContaining("quota").hasMessageContaining(BUCKET);
        });
    }

    private long moved() {
        return cluster.servers().stream()
                .mapToLong(server -> server.received(MessageType.PUT_FRAGMENT))
                .sum();
    }

    @Test
    void largeWrite_overTheQuota_isRefusedBeforeItsBytesAreMoved(@TempDir Path folder) throws Exception {
        allow(LARGE.length - 1);
        Path file = Files.write(folder.resolve("large"), LARGE);
        assertRefused(() -> client.put(BUCKET, "key", LARGE));
        assertRefused(() -> client.put(BUCKET, "key", ObjectSource.of(file), PutOptions.DEFAULT));
        assertRefused(() -> client.put(
                BUCKET, "key", ObjectSource.of(new ByteArrayInputStream(LARGE), LARGE.length), PutOptions.DEFAULT));
        assertThat(moved()).isZero();
        assertThat(cluster.metadata().received(MessageType.COMMIT)).isZero();

        allow(LARGE.length);
        client.put(BUCKET, "key", LARGE);
        assertThat(client.get(BUCKET, "key")).isEqualTo(LARGE);
        client.put(BUCKET, "key", LARGE);
    }

    @Test
    void writeThatIsSmall_orOfUnknownSize_isRefusedByItsCommit_onceAndForAll() {
        allow(SMALL.length - 1);
        assertRefused(() -> client.put(BUCKET, "key", SMALL));
        assertThat(cluster.metadata().received(MessageType.COMMIT)).isEqualTo(1);
        assertRefused(() -> client.put(BUCKET, "key", new ByteArrayInputStream(LARGE), PutOptions.DEFAULT));
        assertThat(cluster.metadata().received(MessageType.COMMIT)).isEqualTo(2);
        assertThatThrownBy(() -> client.head(BUCKET, "key")).isInstanceOf(ObjectNotFoundException.class);
    }

    @Test
    void serviceThatCannotTellWhetherThereIsRoom_holdsNoWriteUp() {
        cluster.metadata()
                .fail(MessageType.CHECK_ROOM, new ChameleonError(ErrorCode.INVALID_REQUEST, "an older build"));
        client.put(BUCKET, "key", LARGE);
        assertThat(client.get(BUCKET, "key")).isEqualTo(LARGE);
    }
}
