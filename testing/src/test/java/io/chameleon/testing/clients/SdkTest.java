package io.chameleon.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.ObjectSource;
import io.chameleon.client.PartInfo;
import io.chameleon.client.PutResult;
import io.chameleon.client.RangeSource;
import io.chameleon.client.UploadInfo;
import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.error.NotModifiedException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.listen.ClientListener;
import io.chameleon.client.listen.OperationEnd;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.UploadOptions;
import io.chameleon.testing.ChameleonCluster;
import io.chameleon.testing.RunningCluster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the SDK's own tests show with stand-ins, on a cluster. */
@ChameleonCluster(servers = 6, mebibytesPerServer = 64)
class SdkTest {
    private static final int PART = 1 << 20;
    private static final byte[] ONE = {'o', 'n', 'e'};
    private static final byte[] TWO = {'t', 'w', 'o'};
    private static final byte[] BYTES = new byte[5 * PART + 1_234];

    static {
        new Random(7).nextBytes(BYTES);
    }

    private final ChameleonClient client;

    SdkTest(ChameleonClient client) {
        this.client = client;
    }

    @Test
    void conditionalRead_givesOnlyWhatTheCallerLacks() {
        PutResult first = client.put("reads", "key", ONE);
        assertThatThrownBy(() -> client.get("reads", "key", GetOptions.DEFAULT.ifNoneMatch(first.entityTag())))
                .isInstanceOf(NotModifiedException.class);

        client.put("reads", "key", TWO);

        assertThat(client.get("reads", "key", GetOptions.DEFAULT.ifNoneMatch(first.entityTag())))
                .isEqualTo(TWO);
        assertThatThrownBy(() -> client.get("reads", "key", GetOptions.DEFAULT.ifMatch(first.entityTag())))
                .isInstanceOf(PreconditionFailedException.class);
    }

    @Test
    void namedVersion_isReadAfterADelete() {
        client.createBucket("kept");
        client.configureBucket("kept", Map.of("versioning", "Enabled"));
        PutResult first = client.put("kept", "key", ONE);
        client.put("kept", "key", TWO);
        client.delete("kept", "key");

        assertThat(client.get(
                        "kept",
                        "key",
                        GetOptions.DEFAULT.version(first.versionId()).range(1, 2)))
                .isEqualTo(new byte[] {'n', 'e'});
    }

    @Test
    void upload_inParts_isResumedByAnotherClient(RunningCluster cluster, @TempDir Path directory) throws IOException {
        client.createBucket("films");
        Path file = Files.write(directory.resolve("file"), BYTES);
        UploadOptions how = UploadOptions.DEFAULT.withPartBytes(PART);
        AtomicLong moved = new AtomicLong();
        client.with(CallOptions.DEFAULT.progress((bytes, total) -> moved.set(bytes)))
                .uploads()
                .put("films", "whole", file, PutOptions.DEFAULT, how);
        assertThat(client.get("films", "whole")).isEqualTo(BYTES);
        await().until(() -> moved.get() == BYTES.length);

        UploadInfo begun = client.uploads().begin("films", "resumed", PutOptions.DEFAULT);
        PartInfo second =
                client.uploads().putPart(begun, 2, ObjectSource.of(Arrays.copyOfRange(BYTES, PART, 2 * PART)));
        try (ChameleonClient another = cluster.clientBuilder().build()) {
            UploadInfo found = another.uploads().find("films", "resumed", begun.id());
            List<PartInfo> parts = another.uploads().putParts(found, RangeSource.of(file), how);
            another.uploads().complete(found, parts, PutOptions.DEFAULT);

            assertThat(parts).hasSize(6).contains(second);
            assertThat(another.get("films", "resumed")).isEqualTo(BYTES);
        }
    }

    @Test
    void deadline_endsAWriteWhosePublisherGivesNothing() {
        Flow.Publisher<ByteBuffer> silent = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {}

            @Override
            public void cancel() {}
        });

        assertThatThrownBy(() -> client.with(CallOptions.DEFAULT.deadline(Duration.ofMillis(300)))
                        .put("writes", "key", ObjectSource.of(silent), PutOptions.DEFAULT))
                .isInstanceOf(DeadlineExceededException.class);
        assertThat(client.exists("writes", "key")).isFalse();
    }

    @Test
    void boundedClient_carriesOutAll_andItsListenerLearnsOfEach(RunningCluster cluster) {
        List<OperationEnd> ends = new CopyOnWriteArrayList<>();
        try (ChameleonClient bounded = cluster.clientBuilder()
                .operationWindow(2, 100)
                .listener(ClientListener.ofEnds(ends::add))
                .build()) {
            List<CompletableFuture<PutResult>> puts = IntStream.range(0, 20)
                    .mapToObj(i -> bounded.async()
                            .put("many", "key-" + i, ObjectSource.of(new byte[1_000 + i]), PutOptions.DEFAULT))
                    .toList();
            puts.forEach(CompletableFuture::join);

            await().until(() -> ends.size() == 20);
            assertThat(ends).allSatisfy(end -> {
                assertThat(end.failure()).isEmpty();
                assertThat(end.bytesSent()).isGreaterThanOrEqualTo(1_000);
            });
            assertThat(bounded.listAll("many", "").map(ObjectInfo::key)).hasSize(20);
        }
    }
}
