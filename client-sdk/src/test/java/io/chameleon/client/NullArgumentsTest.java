package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.UploadOptions;
import io.chameleon.transport.protocol.MessageType;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a caller without null checks in its compiler gives. */
@Timeout(300)
@SuppressWarnings({"NullAway", "FutureReturnValueIgnored", "CheckReturnValue"})
final class NullArgumentsTest {
    private static final String NOTHING = null;

    @Test
    void argumentThatIsNull_isNamedAtOnce_andNothingIsSent() {
        try (FakeCluster cluster = new FakeCluster(6);
                ChameleonClient client = cluster.client()) {
            AsyncChameleonClient async = client.async();
            PutOptions put = PutOptions.DEFAULT;
            Map<ThrowingCallable, String> calls = new LinkedHashMap<>();
            calls.put(() -> async.get(NOTHING, "key"), "bucket");
            calls.put(() -> async.get(BUCKET, NOTHING), "key");
            calls.put(() -> async.get(BUCKET, "key", (GetOptions) null), "options");
            calls.put(() -> client.get(BUCKET, NOTHING), "key");
            calls.put(() -> client.put(BUCKET, "key", (byte[]) null), "bytes");
            calls.put(() -> client.put(BUCKET, "key", (InputStream) null, put), "stream");
            calls.put(() -> client.put(BUCKET, "key", (Path) null, put), "file");
            calls.put(() -> async.put(BUCKET, "key", (ObjectSource) null, put), "source");
            calls.put(() -> async.put(BUCKET, "key", new byte[1], null), "options");
            calls.put(() -> async.getTo(BUCKET, "key", (OutputStream) null), "target");
            calls.put(() -> async.openVersion(null, 0, 1), "version");
            calls.put(() -> async.deleteIfMatch(BUCKET, "key", NOTHING), "entityTag");
            calls.put(() -> async.deleteAll(BUCKET, null), "keys");
            calls.put(() -> async.list(BUCKET, (ListOptions) null), "options");
            calls.put(() -> async.listAll(BUCKET, NOTHING), "prefix");
            calls.put(() -> client.listAll(NOTHING, ""), "bucket");
            calls.put(() -> async.copy(BUCKET, NOTHING, BUCKET, "to", put), "fromKey");
            calls.put(() -> async.setBucketPolicy(BUCKET, null), "policy");
            calls.put(() -> async.grant(BUCKET, "user", null), "access");
            calls.put(() -> client.with((CallOptions) null), "options");
            calls.put(() -> client.uploads().find(BUCKET, "key", NOTHING), "uploadId");
            calls.put(() -> client.uploads().putPart(null, 1, ObjectSource.of(new byte[1])), "upload");
            calls.put(
                    () -> client.uploads().put(BUCKET, "key", (RangeSource) null, put, UploadOptions.DEFAULT),
                    "source");
            calls.put(() -> ObjectSource.of(new byte[1]).inspectedBy(null), "inspector");

            calls.forEach((call, name) -> assertThatThrownBy(call)
                    .as(name)
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage(name));
            assertThat(cluster.metadata().received(MessageType.LOOKUP)).isZero();
            assertThat(cluster.metadata().received(MessageType.COMMIT)).isZero();
        }
    }
}
