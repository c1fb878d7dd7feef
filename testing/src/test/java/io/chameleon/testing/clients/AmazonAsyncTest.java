package io.chameleon.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.testing.ChameleonCluster;
import io.chameleon.testing.RunningCluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.async.BlockingOutputStreamAsyncRequestBody;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The asynchronous AWS SDK 2, on Netty: many requests at a time, streams of any kind, and reads given up. */
@ChameleonCluster(s3 = true, buckets = "async")
class AmazonAsyncTest {
    private static final String BUCKET = "async";

    private final RunningCluster cluster;
    private final S3AsyncClient s3;

    AmazonAsyncTest(RunningCluster cluster) {
        this.cluster = cluster;
        s3 = Clients.async(cluster, false);
    }

    @AfterEach
    void stop() {
        s3.close();
    }

    private static CompletableFuture<PutObjectResponse> put(S3AsyncClient client, String key, AsyncRequestBody body) {
        return client.putObject(it -> it.bucket(BUCKET).key(key), body);
    }

    private CompletableFuture<byte[]> get(String key) {
        return s3.getObject(it -> it.bucket(BUCKET).key(key), AsyncResponseTransformer.toBytes())
                .thenApply(got -> got.asByteArray());
    }

    @Test
    void manyAtATime_areAllServed() {
        List<CompletableFuture<PutObjectResponse>> puts = IntStream.range(0, 150)
                .mapToObj(i -> put(s3, "many/%03d".formatted(i), AsyncRequestBody.fromBytes(Clients.bytes(i * 200, i))))
                .toList();
        puts.forEach(CompletableFuture::join);
        List<CompletableFuture<byte[]>> gets = IntStream.range(0, 150)
                .mapToObj(i -> get("many/%03d".formatted(i)))
                .toList();
        for (int i = 0; i < gets.size(); i++) {
            assertThat(gets.get(i).join()).isEqualTo(Clients.bytes(i * 200, i));
        }
        List<String> keys = new ArrayList<>();
        s3.listObjectsV2Paginator(it -> it.bucket(BUCKET).prefix("many/").maxKeys(40))
                .subscribe(page -> page.contents().stream().map(S3Object::key).forEach(keys::add))
                .join();
        assertThat(keys).hasSize(150).isSorted();
    }

    @Test
    void streamsOfAnyKind_areStored() throws IOException {
        byte[] bytes = Clients.bytes(2_500_000, 5);
        try (ExecutorService readers = Executors.newCachedThreadPool()) {
            put(
                            s3,
                            "stream",
                            AsyncRequestBody.fromInputStream(
                                    new ByteArrayInputStream(bytes), (long) bytes.length, readers))
                    .join();
        }
        assertThat(get("stream").join()).isEqualTo(bytes);

        BlockingOutputStreamAsyncRequestBody written = AsyncRequestBody.forBlockingOutputStream((long) bytes.length);
        CompletableFuture<PutObjectResponse> stored = put(s3, "written", written);
        try (OutputStream out = written.outputStream()) {
            for (int at = 0; at < bytes.length; at += 100_000) {
                out.write(bytes, at, 100_000);
            }
        }
        assertThat(stored.join().eTag()).isNotNull();
        assertThat(get("written").join()).isEqualTo(bytes);
    }

    @Test
    void largeObject_isCutIntoPartsByTheClient() {
        byte[] bytes = Clients.bytes((16 << 20) + 1, 6);
        try (S3AsyncClient inParts = Clients.async(cluster, true);
                ExecutorService readers = Executors.newCachedThreadPool()) {
            put(inParts, "known", AsyncRequestBody.fromBytes(bytes)).join();
            put(
                            inParts,
                            "unknown",
                            AsyncRequestBody.fromInputStream(it -> it.inputStream(new ByteArrayInputStream(bytes))
                                    .executor(readers)))
                    .join();
            for (String key : List.of("known", "unknown")) {
                HeadObjectResponse head =
                        s3.headObject(it -> it.bucket(BUCKET).key(key)).join();
                assertThat(head.eTag()).as(key).endsWith("-3\"");
                assertThat(get(key).join()).as(key).isEqualTo(bytes);
                byte[] gotInParts = inParts.getObject(
                                it -> it.bucket(BUCKET).key(key), AsyncResponseTransformer.toBytes())
                        .join()
                        .asByteArray();
                assertThat(gotInParts).as(key).isEqualTo(bytes);
            }
            inParts.copyObject(it -> it.sourceBucket(BUCKET)
                            .sourceKey("known")
                            .destinationBucket(BUCKET)
                            .destinationKey("copied"))
                    .join();
        }
        assertThat(get("copied").join()).isEqualTo(bytes);
    }

    @Test
    void readThatIsGivenUp_leavesTheClientServed() {
        byte[] bytes = Clients.bytes(8 << 20, 7);
        put(s3, "large", AsyncRequestBody.fromBytes(bytes)).join();
        for (int i = 0; i < 8; i++) {
            Abandoning reader = new Abandoning();
            CompletableFuture<Void> got = s3.getObject(it -> it.bucket(BUCKET).key("large"), reader);
            assertThat(reader.begun.join()).isPositive();
            got.cancel(true);
        }
        byte[] tail = s3.getObject(
                        it -> it.bucket(BUCKET).key("large").range("bytes=-1000"), AsyncResponseTransformer.toBytes())
                .join()
                .asByteArray();
        assertThat(tail).isEqualTo(Arrays.copyOfRange(bytes, bytes.length - 1000, bytes.length));
    }

    @Test
    void uploadThatFails_storesNothing() {
        AsyncRequestBody broken =
                AsyncRequestBody.fromPublisher(subscriber -> subscriber.onSubscribe(new Subscription() {
                    private final AtomicLong sent = new AtomicLong();

                    @Override
                    public void request(long count) {
                        if (sent.incrementAndGet() <= 3) {
                            subscriber.onNext(ByteBuffer.wrap(new byte[10_000]));
                        } else {
                            subscriber.onError(new IOException("the disk is gone"));
                        }
                    }

                    @Override
                    public void cancel() {}
                }));
        assertThatThrownBy(
                        () -> s3.putObject(it -> it.bucket(BUCKET).key("broken").contentLength(1_000_000L), broken)
                                .join())
                .isNotNull();
        assertThatThrownBy(() -> get("broken").join()).hasMessageContaining("404");
    }

    /** Takes the first bytes and no more. */
    private static final class Abandoning implements AsyncResponseTransformer<GetObjectResponse, Void> {
        final CompletableFuture<Integer> begun = new CompletableFuture<>();
        private final CompletableFuture<Void> result = new CompletableFuture<>();

        @Override
        public CompletableFuture<Void> prepare() {
            return result;
        }

        @Override
        public void onResponse(GetObjectResponse response) {}

        @Override
        public void onStream(SdkPublisher<ByteBuffer> publisher) {
            publisher.subscribe(new Subscriber<>() {
                @Override
                public void onSubscribe(Subscription subscription) {
                    subscription.request(1);
                }

                @Override
                public void onNext(ByteBuffer bytes) {
                    begun.complete(bytes.remaining());
                }

                @Override
                public void onError(Throwable thrown) {
                    result.completeExceptionally(thrown);
                }

                @Override
                public void onComplete() {
                    result.complete(null);
                }
            });
        }

        @Override
        public void exceptionOccurred(Throwable error) {
            begun.completeExceptionally(error);
            result.completeExceptionally(error);
        }
    }
}
