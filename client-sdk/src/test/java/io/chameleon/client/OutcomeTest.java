package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.error.PermissionDeniedException;
import io.chameleon.client.error.UnauthenticatedException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.access.Access;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.protocol.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A change that certainly did not happen is distinguished from one that may have. */
@Timeout(300)
final class OutcomeTest {
    private static final byte[] BYTES = RoundTripTest.bytes(39_000);

    private final FakeCluster cluster = new FakeCluster(8);
    /** For what ends only with its time. On a busy machine this may be over too early, and the call is made again. */
    private final ChameleonClient client = cluster.builder()
            .timeouts(new Timeouts(Duration.ofMillis(500), Duration.ofSeconds(2)))
            .build();

    private final ChameleonClient patient = cluster.client();

    @AfterEach
    void close() {
        client.close();
        patient.close();
        cluster.close();
    }

    private void put() {
        patient.put(BUCKET, "key", BYTES);
    }

    @Test
    void commit_thatReachedNobody_didNotHappen_andItsFragmentsAreDiscarded() {
        put();
        int before = cluster.fragments();
        cluster.stopMetadata();

        await().untilAsserted(() -> assertThatThrownBy(() -> client.put(BUCKET, "key", new byte[9_000]))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("nothing listens"));

        cluster.startMetadata();
        await().untilAsserted(() -> assertThat(cluster.fragments()).isEqualTo(before));
        assertThat(patient.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    @Test
    void commit_refusedForOverloadUntilTheEnd_didNotHappen() {
        put();
        int before = cluster.fragments();
        cluster.metadata().refuse(MessageType.COMMIT, Integer.MAX_VALUE);

        await().untilAsserted(() -> assertThatThrownBy(() -> client.put(BUCKET, "key", new byte[9_000]))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("told to refuse"));

        await().untilAsserted(() -> assertThat(cluster.fragments()).isEqualTo(before));
    }

    @Test
    void commit_lostOnceAndThenRefused_mayHaveHappened_soItsFragmentsStay() {
        put();
        cluster.metadata().loseAnswers(MessageType.COMMIT, Integer.MAX_VALUE);
        await().untilAsserted(() -> {
            long before = cluster.metadata().received(MessageType.COMMIT);
            CompletableFuture<PutResult> write = client.async().put(BUCKET, "key", new byte[9_000], PutOptions.DEFAULT);
            await().until(() -> write.isDone() || cluster.metadata().received(MessageType.COMMIT) > before);
            cluster.stopMetadata();
            try {
                assertThatThrownBy(write::join).hasCauseInstanceOf(WriteOutcomeUnknownException.class);
            } finally {
                cluster.startMetadata();
            }
        });

        assertThat(patient.get(BUCKET, "key")).isEqualTo(new byte[9_000]);
    }

    @Test
    void clientClosedDuringACommit_doesNotKnowItsOutcome() {
        put();
        cluster.metadata().hang(MessageType.COMMIT);
        ChameleonClient closing = cluster.client();
        CompletableFuture<PutResult> write = closing.async().put(BUCKET, "key", BYTES, PutOptions.DEFAULT);
        await().until(() -> cluster.metadata().received(MessageType.COMMIT) == 2);

        closing.close();

        assertThatThrownBy(write::join)
                .hasCauseInstanceOf(WriteOutcomeUnknownException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ChameleonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }

    @ParameterizedTest
    @CsvSource({"SET_GRANT", "SET_BUCKET_POLICY"})
    void accessOrPolicy_whoseAnswerIsLost_mayHaveChanged_andIsNotChangedAgain(MessageType type) {
        cluster.metadata().loseAnswers(type, 1);

        assertThatThrownBy(() -> {
                    if (type == MessageType.SET_GRANT) {
                        patient.grant(BUCKET, "bob", Access.READ);
                    } else {
                        patient.setBucketPolicy(BUCKET, RedundancyPolicy.REP);
                    }
                })
                .isInstanceOf(WriteOutcomeUnknownException.class)
                .hasMessageContaining("sent and not answered");
        assertThat(cluster.metadata().received(type)).isEqualTo(1);
    }

    @Test
    void grant_neverAnswered_mayHaveHappened() {
        cluster.metadata().hang(MessageType.SET_GRANT);

        await().untilAsserted(() -> assertThatThrownBy(() -> client.grant(BUCKET, "bob", Access.READ))
                .isInstanceOf(WriteOutcomeUnknownException.class));
        await().untilAsserted(() -> assertThatThrownBy(() -> client.revoke(BUCKET, "bob"))
                .isInstanceOf(WriteOutcomeUnknownException.class));
    }

    @Test
    void clientClosedDuringAGrant_saysWhyNobodyKnows() {
        cluster.metadata().hang(MessageType.SET_GRANT);
        ChameleonClient closing = cluster.client();
        CompletableFuture<Void> grant = closing.async().grant(BUCKET, "bob", Access.READ);
        await().until(() -> cluster.metadata().received(MessageType.SET_GRANT) == 1);

        closing.close();

        assertThatThrownBy(grant::join)
                .hasCauseInstanceOf(WriteOutcomeUnknownException.class)
                .hasMessageContaining(
                        "the grant was sent and not answered: it was cancelled, or the client was closed");
    }

    @Test
    void grant_refusedForOverload_isRepeated() {
        cluster.metadata().refuse(MessageType.SET_GRANT, 2);

        patient.grant(BUCKET, "bob", Access.READ);

        assertThat(patient.grants(BUCKET)).hasSize(1);
    }

    @Test
    void flashServersThatDoNotKnowTheCaller_areReportedAsThat_forWritesAndReads() {
        put();
        cluster.servers().forEach(server -> {
            server.fail(MessageType.PUT_FRAGMENT, ErrorCode.UNAUTHENTICATED);
            server.fail(MessageType.GET_FRAGMENT, ErrorCode.UNAUTHENTICATED);
        });

        assertThatThrownBy(() -> patient.put(BUCKET, "key", BYTES))
                .isInstanceOf(UnauthenticatedException.class)
                .hasMessageContaining("told to fail");
        assertThatThrownBy(() -> patient.get(BUCKET, "key")).isInstanceOf(UnauthenticatedException.class);
        assertThat(cluster.servers().stream()
                        .mapToLong(server -> server.received(MessageType.PUT_FRAGMENT))
                        .sum())
                .as("of both writes: nobody else is asked once two servers agree")
                .isLessThanOrEqualTo(6 + 6 + 6);
    }

    @Test
    void flashServersThatRefuseTheUser_areReportedAsThat() {
        cluster.servers().forEach(server -> server.fail(MessageType.PUT_FRAGMENT, ErrorCode.PERMISSION_DENIED));

        assertThatThrownBy(() -> patient.put(BUCKET, "key", BYTES)).isInstanceOf(PermissionDeniedException.class);
    }

    @Test
    void oneServerWithACertificateOfItsOwn_isReplaced() {
        cluster.server(client.clusterView()
                        .ring()
                        .select(new io.chameleon.core.ObjectId(BUCKET, "key"), RedundancyScheme.EC_4_2, any -> true)
                        .get(0))
                .fail(MessageType.PUT_FRAGMENT, ErrorCode.UNAUTHENTICATED);

        assertThat(patient.put(BUCKET, "key", BYTES).degraded()).isFalse();
    }

    @Test
    void clientClosedWhileItReadsAStream_saysThatItIsClosed() throws IOException {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        InputStream slow = new InputStream() {
            @Override
            public int read() {
                reading.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return 7;
            }
        };
        ChameleonClient closing = cluster.client();
        CompletableFuture<PutResult> write =
                closing.async().put(BUCKET, "key", ObjectSource.of(slow), PutOptions.DEFAULT);
        await().until(() -> reading.getCount() == 0);

        closing.close();

        // The stream still blocks: the write ends nevertheless.
        assertThatThrownBy(write::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(OperationCancelledException.class);
        go.countDown();
    }

    @Test
    void errorOfANewerServer_isNoDefectOfThisClient() {
        cluster.metadata().fail(MessageType.LOOKUP, new ChameleonError(ErrorCode.ofCode(1999), "a rule of next year"));

        assertThatThrownBy(() -> patient.head(BUCKET, "key"))
                .isInstanceOf(io.chameleon.client.error.InvalidRequestException.class)
                .hasMessage("a rule of next year");
    }
}
