package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.BucketNotFoundException;
import io.chameleon.client.error.PermissionDeniedException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.ListOptions;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listings for subscribers: as much as is asked for, and nothing after the end. */
@Timeout(300)
final class ListingPublisherTest {
    private static final int OBJECTS = 10;
    private static final ListOptions PAGES_OF_3 = ListOptions.ALL.withPageSize(3);

    private final FakeCluster cluster = new FakeCluster(6);
    private final ChameleonClient client = cluster.client();

    @BeforeEach
    void put() {
        IntStream.range(0, OBJECTS).forEach(i -> client.put(BUCKET, "key-" + i, new byte[i]));
    }

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private static class Taker<T> implements Flow.Subscriber<T> {
        private final List<T> items = new CopyOnWriteArrayList<>();
        private final CompletableFuture<Integer> end = new CompletableFuture<>();
        private final long atOnce;
        private volatile Flow.@Nullable Subscription subscription;

        Taker(long atOnce) {
            this.atOnce = atOnce;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            if (atOnce > 0) {
                given.request(atOnce);
            }
        }

        @Override
        public void onNext(T item) {
            items.add(item);
            if (atOnce == 1) {
                subscription().request(1);
            }
        }

        @Override
        public void onError(Throwable failure) {
            end.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            end.complete(items.size());
        }

        Flow.Subscription subscription() {
            return Objects.requireNonNull(subscription);
        }
    }

    private long listed() {
        return cluster.metadata().received(MessageType.LIST_OBJECTS);
    }

    @Test
    void everyObject_isGivenOnce_inOrder_toEachSubscriber() {
        Flow.Publisher<ObjectInfo> all = client.async().listAll(BUCKET, "key-");
        Taker<ObjectInfo> eager = new Taker<>(Long.MAX_VALUE);
        Taker<ObjectInfo> stepwise = new Taker<>(1);
        all.subscribe(eager);
        all.subscribe(stepwise);

        assertThat(eager.end.join()).isEqualTo(OBJECTS);
        assertThat(stepwise.end.join()).isEqualTo(OBJECTS);
        assertThat(eager.items)
                .isEqualTo(stepwise.items)
                .extracting(ObjectInfo::key)
                .isSorted();
    }

    @Test
    void pages_areFetchedAsTheyAreAskedFor() {
        long before = listed();
        Taker<ListPage> taker = new Taker<>(0);
        client.async().listPages(BUCKET, PAGES_OF_3).subscribe(taker);
        assertThat(listed()).isEqualTo(before);

        taker.subscription().request(2);
        await().until(() -> taker.items.size() == 2);
        assertThat(listed()).isEqualTo(before + 2);
        assertThat(taker.end).isNotDone();

        taker.subscription().request(10);
        assertThat(taker.end.join()).isEqualTo(4);
        assertThat(taker.items.stream().flatMap(page -> page.objects().stream()))
                .hasSize(OBJECTS);
    }

    @Test
    void bucketWithoutSuchObjects_completes() {
        Taker<ObjectInfo> taker = new Taker<>(Long.MAX_VALUE);
        client.async().listAll(BUCKET, "nothing").subscribe(taker);

        assertThat(taker.end.join()).isZero();
    }

    @Test
    void listingThatFailsHalfWay_givesWhatItHas_andThenTheError() {
        Taker<ListPage> taker = new Taker<>(0);
        client.async().listPages(BUCKET, PAGES_OF_3).subscribe(taker);
        taker.subscription().request(1);
        await().until(() -> taker.items.size() == 1);

        cluster.metadata().fail(MessageType.LIST_OBJECTS, new ChameleonError(ErrorCode.PERMISSION_DENIED, "told to"));
        taker.subscription().request(5);

        assertThat(taker.end)
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(PermissionDeniedException.class);
        assertThat(taker.items).hasSize(1);
    }

    @Test
    void bucketThatDoesNotExist_isAnError() {
        Taker<ObjectInfo> taker = new Taker<>(1);
        client.async().listAll("no-such-bucket", "").subscribe(taker);

        assertThat(taker.end)
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(BucketNotFoundException.class);
    }

    @Test
    void cancelledSubscription_isSignalledNoMore() {
        cluster.metadata().hang(MessageType.LIST_OBJECTS);
        Taker<ObjectInfo> taker = new Taker<>(Long.MAX_VALUE);
        client.async().listAll(BUCKET, "").subscribe(taker);

        taker.subscription().cancel();
        taker.subscription().cancel();
        taker.subscription().request(1);

        assertThat(taker.end).isNotDone();
        assertThat(taker.items).isEmpty();
    }

    @Test
    void badRequest_isTold_alsoWhileAPageIsUnderWay() {
        cluster.metadata().hang(MessageType.LIST_OBJECTS);
        Taker<ObjectInfo> taker = new Taker<>(1);
        client.async().listAll(BUCKET, "").subscribe(taker);

        taker.subscription().request(0);

        assertThat(taker.end)
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void subscriberThatThrows_isCancelled() {
        List<ObjectInfo> given = new CopyOnWriteArrayList<>();
        Taker<ObjectInfo> throwing = new Taker<>(Long.MAX_VALUE) {
            @Override
            public void onNext(ObjectInfo item) {
                given.add(item);
                throw new IllegalStateException("told to fail");
            }
        };
        client.async().listAll(BUCKET, "").subscribe(throwing);

        await().until(() -> given.size() == 1);
        assertThat(throwing.end).isNotDone();
    }
}
