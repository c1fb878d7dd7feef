package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.error.WriteExpiredException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ManualClock;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.placement.FailureDomains;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.PutFragmentRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class WriteFaultsTest {
    private static final byte[] BYTES = RoundTripTest.bytes(39_000);
    private static final PutOptions EC = PutOptions.DEFAULT.policy(RedundancyPolicy.EC);
    private static final PutOptions REP = PutOptions.DEFAULT.policy(RedundancyPolicy.REP);

    private final FakeCluster cluster = new FakeCluster(8);
    private final ChameleonClient client = cluster.client();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private List<ServerId> ring(int count) {
        return client.clusterView().ring().preference(new ObjectId(BUCKET, "key")).stream()
                .limit(count)
                .map(PlacementRing.Member::id)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {
                "UNAVAILABLE",
                "DEVICE_FULL",
                "DRAINING",
                "OVERLOADED",
                "INTERNAL",
                "WRITE_TOO_OLD",
                "WRITE_FROM_FUTURE"
            })
    void server_failingAtTheFirstSegment_isReplacedByTheNextOnTheRing(ErrorCode code) {
        List<ServerId> ring = ring(7);
        cluster.server(ring.get(2)).fail(MessageType.PUT_FRAGMENT, code);

        PutResult written = client.put(BUCKET, "key", BYTES, EC);

        assertThat(written.degraded()).isFalse();
        assertThat(written.used().servers())
                .containsExactly(ring.get(0), ring.get(1), ring.get(6), ring.get(3), ring.get(4), ring.get(5));
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    /** One alone may have a wrong clock: it must not keep the whole cluster from being written to. */
    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"WRITE_TOO_OLD", "WRITE_FROM_FUTURE"})
    void write_thatASecondServerFindsOutOfTime_fails(ErrorCode code) {
        List<ServerId> ring = ring(7);
        cluster.server(ring.get(2)).fail(MessageType.PUT_FRAGMENT, code);
        cluster.server(ring.get(4)).fail(MessageType.PUT_FRAGMENT, code);

        assertThatThrownBy(() -> client.put(BUCKET, "key", BYTES, EC))
                .isInstanceOfSatisfying(
                        WriteExpiredException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void server_thatHangs_isReplacedAfterTheRequestTimeout() {
        ServerId hanging = ring(1).get(0);
        cluster.server(hanging).hang(MessageType.PUT_FRAGMENT);
        try (ChameleonClient hasty = cluster.builder()
                .timeouts(new Timeouts(Duration.ofMillis(100), Duration.ofMinutes(2)))
                .build()) {
            PutResult written = hasty.put(BUCKET, "key", BYTES, EC);

            assertThat(written.degraded()).isFalse();
            assertThat(written.used().servers()).doesNotContain(hanging);
        }
    }

    @Test
    void server_thatFailedLately_isAvoidedUntilTheSuspicionEnds() {
        AtomicLong nanos = new AtomicLong();
        ServerId failing = ring(1).get(0);
        cluster.server(failing).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        try (ChameleonClient watched = cluster.builder()
                .ticker(nanos::get)
                .suspicion(Duration.ofSeconds(30))
                .build()) {
            watched.put(BUCKET, "key", BYTES, EC);
            assertThat(watched.put(BUCKET, "key", BYTES, REP).used().servers()).doesNotContain(failing);
            assertThat(cluster.server(failing).received(MessageType.PUT_FRAGMENT))
                    .isEqualTo(1);

            cluster.server(failing).heal();
            nanos.addAndGet(Duration.ofSeconds(31).toNanos());

            assertThat(watched.put(BUCKET, "key", BYTES, EC).used().servers()).contains(failing);
        }
    }

    /** Three machines with three servers each: none gets a third shard, whichever server fails. */
    @Test
    void serverThatFails_isReplacedOnItsOwnMachine() {
        try (FakeCluster onNodes = new FakeCluster(9, number -> "node-" + number % 3);
                ChameleonClient writer = onNodes.client()) {
            onNodes.server(4).fail(MessageType.PUT_FRAGMENT, ErrorCode.UNAVAILABLE);
            for (int i = 0; i < 20; i++) {
                List<ServerId> used =
                        writer.put(BUCKET, "key-" + i, BYTES, EC).used().servers();
                assertThat(writer.clusterView().ring().domains().spread(used).most(FailureDomains.Level.NODE))
                        .as("%s", used)
                        .isEqualTo(2);
            }
        }
    }

    @Test
    void destination_thatIsDown_isReplacedBeforeAnythingIsSent() {
        PutResult first = client.put(BUCKET, "key", BYTES, EC);
        ServerId down = first.used().servers().get(3);
        cluster.server(down).status(ServerInfo.Status.DRAINING);
        client.clusterView();

        PutResult second = client.put(BUCKET, "key", BYTES);

        assertThat(second.degraded()).isFalse();
        assertThat(second.used().servers()).doesNotContain(down);
        assertThat(second.used().servers().subList(0, 3))
                .isEqualTo(first.used().servers().subList(0, 3));
        assertThat(cluster.server(down).received(MessageType.PUT_FRAGMENT)).isEqualTo(1);
    }

    @Test
    void write_withOneServerTooFew_isDegradedAndReadable() {
        for (int i = 0; i < 3; i++) {
            cluster.server(i).fail(MessageType.PUT_FRAGMENT, ErrorCode.UNAVAILABLE);
        }

        PutResult written = client.put(BUCKET, "key", BYTES, EC);

        assertThat(written.degraded()).isTrue();
        assertThat(cluster.row("key").degraded()).isTrue();
        assertThat(cluster.fragments()).isEqualTo(5);
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    @Test
    void write_withServersKnownToBeDown_isDegradedWithoutAskingThem() {
        for (int i = 0; i < 3; i++) {
            cluster.server(i).status(ServerInfo.Status.DOWN);
            cluster.stop(cluster.server(i).info().id());
        }

        PutResult written = client.put(BUCKET, "key", BYTES, EC);

        assertThat(written.degraded()).isTrue();
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    @Test
    void writeOfAPage_doesNotNeedTheServersItHasNothingFor() {
        List<ServerId> ring = ring(6);
        for (int i = 1; i < 4; i++) {
            cluster.server(ring.get(i)).fail(MessageType.PUT_FRAGMENT, ErrorCode.UNAVAILABLE);
        }
        byte[] page = RoundTripTest.bytes(4096);

        PutResult written = client.put(BUCKET, "key", page, EC);

        assertThat(written.degraded()).isFalse();
        assertThat(written.used().servers()).isEqualTo(ring);
        assertThat(cluster.fragments()).isEqualTo(3);
        assertThat(client.get(BUCKET, "key")).isEqualTo(page);
    }

    @Test
    void overwriteOfAPage_whoseOtherServersTakeNoWrites_isDegraded_forTheyAreToBeReplaced() {
        byte[] page = RoundTripTest.bytes(4096);
        List<ServerId> used = client.put(BUCKET, "key", page, EC).used().servers();
        List<ServerId> needed = List.of(used.get(0), used.get(4), used.get(5));
        cluster.servers().stream()
                .filter(server -> !needed.contains(server.info().id()))
                .forEach(server -> server.status(ServerInfo.Status.DRAINING));
        client.clusterView();

        PutResult written = client.put(BUCKET, "key", page);

        assertThat(written.degraded()).isTrue();
        assertThat(written.used().servers()).isEqualTo(used);
        assertThat(client.get(BUCKET, "key")).isEqualTo(page);
    }

    @Test
    void writeOfAPage_withOneOfItsThreeFragmentsLost_isDegraded_withTwoLostItFails() {
        List<ServerId> ring = ring(6);
        for (int i = 6; i < 8; i++) {
            cluster.server(ring(8).get(i)).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        }
        cluster.server(ring.get(0)).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        byte[] page = RoundTripTest.bytes(4096);

        assertThat(client.put(BUCKET, "key", page, EC).degraded()).isTrue();
        assertThat(client.get(BUCKET, "key")).isEqualTo(page);

        cluster.server(ring.get(5)).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        assertThatThrownBy(() -> client.put(BUCKET, "key", page, EC)).isInstanceOf(UnavailableException.class);
        assertThat(client.get(BUCKET, "key")).isEqualTo(page);
    }

    @Test
    void write_belowTheQuorum_failsNamingTheServersAndLeavesNothing() {
        for (int i = 0; i < 4; i++) {
            cluster.server(i).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        }

        assertThatThrownBy(() -> client.put(BUCKET, "key", BYTES, EC))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("object photos/key: 4 of 6 fragments can be stored, 5 are needed under EC(4+2)")
                .hasMessageContaining("s0=DEVICE_FULL (told to fail)")
                .isInstanceOfSatisfying(UnavailableException.class, e -> {
                    assertThat(e.retryable()).isTrue();
                    assertThat(e.code()).isEqualTo(ErrorCode.DEVICE_FULL);
                });
        await().untilAsserted(() -> assertThat(cluster.fragments()).isZero());
        assertThat(cluster.metadata().received(MessageType.COMMIT)).isZero();
    }

    /** A server that comes back helps as well. */
    @Test
    void write_whoseServersAreFullOrDown_lacksServers() {
        cluster.server(0).fail(MessageType.PUT_FRAGMENT, ErrorCode.UNAVAILABLE);
        for (int i = 1; i < 4; i++) {
            cluster.server(i).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        }

        assertThatThrownBy(() -> client.put(BUCKET, "key", BYTES, EC))
                .isInstanceOfSatisfying(
                        UnavailableException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ENOUGH_SERVERS));
    }

    @Test
    void write_inAClusterTooSmallForTheScheme_saysSo() {
        try (FakeCluster two = new FakeCluster(2);
                ChameleonClient of = two.client()) {
            assertThatThrownBy(() -> of.put(BUCKET, "key", BYTES, REP))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessage("object photos/key: the cluster has 2 servers, REP(3) needs 3");
        }
    }

    @Test
    void server_failingAtALaterSegment_leavesItsFragmentMissing() {
        ServerId failing = ring(6).get(4);
        cluster.server(failing)
                .fail(
                        MessageType.PUT_FRAGMENT,
                        ErrorCode.DEVICE_FULL,
                        request ->
                                request.header(PutFragmentRequest.class).getId().getSegment() == 1);
        try (ChameleonClient small = cluster.builder().segmentBytes(13_000).build()) {
            PutResult written = small.put(BUCKET, "key", BYTES, EC);

            assertThat(written.degraded()).isTrue();
            assertThat(written.used().servers().get(4)).isEqualTo(failing);
            assertThat(cluster.row("key").degraded()).isTrue();
            assertThat(small.get(BUCKET, "key")).isEqualTo(BYTES);
        }
    }

    @Test
    void twoServers_failingAtDifferentLaterSegments_areTooManyForTheQuorum() {
        List<ServerId> ring = ring(6);
        for (int segment = 1; segment <= 2; segment++) {
            int at = segment;
            cluster.server(ring.get(segment))
                    .fail(
                            MessageType.PUT_FRAGMENT,
                            ErrorCode.DEVICE_FULL,
                            request -> request.header(PutFragmentRequest.class)
                                            .getId()
                                            .getSegment()
                                    == at);
        }
        try (ChameleonClient small = cluster.builder().segmentBytes(13_000).build()) {
            assertThatThrownBy(() -> small.put(BUCKET, "key", BYTES, EC)).isInstanceOf(UnavailableException.class);
        }
        assertThat(cluster.metadata().received(MessageType.COMMIT)).isZero();
    }

    /** In the last, short segment index 1 is padding and only 4 is lost; the object loses both. */
    @Test
    void fragmentsLostInDifferentSegments_oneOfThemPaddingInTheLast_areTooManyForTheQuorum() {
        for (int i = 6; i < 8; i++) {
            cluster.server(ring(8).get(i)).status(ServerInfo.Status.DRAINING);
        }
        List<ServerId> ring = ring(6);
        cluster.server(ring.get(1)).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        cluster.server(ring.get(4))
                .fail(
                        MessageType.PUT_FRAGMENT,
                        ErrorCode.DEVICE_FULL,
                        request ->
                                request.header(PutFragmentRequest.class).getId().getSegment() == 1);
        try (ChameleonClient small = cluster.builder().segmentBytes(64 << 10).build()) {
            assertThatThrownBy(() -> small.put(BUCKET, "key", RoundTripTest.bytes((64 << 10) + 100), EC))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("4 of 6 fragments can be stored, 5 are needed under EC(4+2)");
        }
        assertThat(cluster.metadata().received(MessageType.COMMIT)).isZero();
        await().untilAsserted(() -> assertThat(cluster.fragments()).isZero());
    }

    @Test
    void commit_whoseAnswerIsLost_isRepeatedAndHappensOnce() {
        cluster.metadata().loseAnswers(MessageType.COMMIT, 2);

        PutResult written = client.put(BUCKET, "key", BYTES, EC);

        assertThat(cluster.metadata().received(MessageType.COMMIT)).isEqualTo(3);
        assertThat(cluster.row("key").writeId()).hasToString(written.entityTag());
        assertThat(cluster.table().garbage(0, 100)).isEmpty();
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    @Test
    void conditionalCommit_whoseAnswerIsLost_isRepeatedAndSucceeds() {
        cluster.metadata().loseAnswers(MessageType.COMMIT, 1);

        client.put(BUCKET, "key", BYTES, EC.ifNoneMatch());

        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    @Test
    void commit_whoseAnswerIsLostAndThatIsOvertakenMeanwhile_succeeds() {
        cluster.metadata().loseAnswers(MessageType.COMMIT, 1);
        byte[] newer = RoundTripTest.bytes(77);
        try (ChameleonClient other = cluster.client()) {
            var first = client.async().put(BUCKET, "key", BYTES, EC);
            await().until(() -> cluster.metadata().received(MessageType.COMMIT) >= 1);
            other.put(BUCKET, "key", newer);

            assertThat(first.join().size()).isEqualTo(BYTES.length);
        }
        assertThat(client.get(BUCKET, "key")).isEqualTo(newer);
    }

    @Test
    void commit_neverAnswered_saysThatTheWriteMayHaveHappenedAndKeepsTheFragments() {
        cluster.metadata().loseAnswers(MessageType.COMMIT, Integer.MAX_VALUE);
        Duration timeout = Duration.ofMillis(200);
        Throwable failure;
        do { // On a busy machine the time may be over before the commit is sent.
            timeout = timeout.multipliedBy(2);
            try (ChameleonClient hasty = cluster.builder()
                    .timeouts(new Timeouts(timeout.dividedBy(2), timeout))
                    .build()) {
                failure = catchThrowable(() -> hasty.put(BUCKET, "key", BYTES, EC));
            }
        } while (cluster.metadata().received(MessageType.COMMIT) == 0);

        assertThat(failure)
                .isInstanceOf(WriteOutcomeUnknownException.class)
                .hasMessageContaining("object photos/key")
                .hasMessageContaining("sent and not answered")
                .satisfies(e -> assertThat(((WriteOutcomeUnknownException) e).retryable())
                        .isTrue());
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    @Test
    void commit_refusedForOverload_isRepeated() {
        cluster.metadata().refuse(MessageType.COMMIT, 2);

        client.put(BUCKET, "key", BYTES, EC);

        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
    }

    @Test
    void write_datedBeforeTheGracePeriod_hasExpired() {
        try (ChameleonClient late = cluster.builder().clock(new ManualClock()).build()) {
            assertThatThrownBy(() -> late.put(BUCKET, "key", BYTES, EC))
                    .isInstanceOf(WriteExpiredException.class)
                    .hasMessageContaining("older than the grace period");
        }
    }

    @Test
    void conditions_thatHoldOrDoNot_decideTheWrite() {
        PutResult first = client.put(BUCKET, "key", BYTES, EC.ifNoneMatch());
        assertThatThrownBy(() -> client.put(BUCKET, "key", BYTES, EC.ifNoneMatch()))
                .isInstanceOf(PreconditionFailedException.class);
        PutResult second = client.put(BUCKET, "key", BYTES, EC.ifMatch(first.entityTag()));
        assertThatThrownBy(() -> client.put(BUCKET, "key", BYTES, EC.ifMatch(first.entityTag())))
                .isInstanceOf(PreconditionFailedException.class);
        assertThatThrownBy(() -> client.deleteIfMatch(BUCKET, "key", first.entityTag()))
                .isInstanceOf(PreconditionFailedException.class);

        assertThat(client.deleteIfMatch(BUCKET, "key", second.entityTag())).isTrue();
        assertThat(client.delete(BUCKET, "key")).isFalse();
    }

    @Test
    void conditionalWrite_boundToFail_sendsNoData() {
        client.put(BUCKET, "key", BYTES, EC);
        int before = cluster.fragments();
        try (ChameleonClient other = cluster.client()) {
            assertThatThrownBy(() -> other.put(BUCKET, "key", BYTES, EC.ifNoneMatch()))
                    .isInstanceOf(PreconditionFailedException.class);
        }
        assertThat(cluster.fragments()).isEqualTo(before);
    }

    @Test
    void delete_whoseAnswerIsLost_isNotRepeatedAndSaysSo() {
        client.put(BUCKET, "key", BYTES, EC);
        cluster.metadata().loseAnswers(MessageType.DELETE_OBJECT, 1);

        assertThatThrownBy(() -> client.delete(BUCKET, "key")).isInstanceOf(WriteOutcomeUnknownException.class);
        assertThat(cluster.metadata().received(MessageType.DELETE_OBJECT)).isEqualTo(1);
    }

    @Test
    void delete_refusedForOverload_isRepeated() {
        client.put(BUCKET, "key", BYTES, EC);
        cluster.metadata().refuse(MessageType.DELETE_OBJECT, 2);

        assertThat(client.delete(BUCKET, "key")).isTrue();
    }

    @Test
    void server_overloadedForAMoment_keepsItsPlace() {
        List<ServerId> ring = ring(6);
        AtomicInteger refusals = new AtomicInteger(3);
        cluster.server(ring.get(2))
                .fail(MessageType.PUT_FRAGMENT, ErrorCode.OVERLOADED, any -> refusals.getAndDecrement() > 0);

        assertThat(client.put(BUCKET, "key", BYTES, EC).used().servers()).isEqualTo(ring);
        assertThat(refusals).hasNegativeValue();
    }

    @Test
    void overwrite_ofKnownObject_takesOneDataAndOneCommitRoundTrip() {
        client.put(BUCKET, "key", BYTES, EC);
        long lookups = cluster.metadata().received(MessageType.LOOKUP);
        long commits = cluster.metadata().received(MessageType.COMMIT);

        client.put(BUCKET, "key", BYTES);

        assertThat(cluster.metadata().received(MessageType.LOOKUP)).isEqualTo(lookups);
        assertThat(cluster.metadata().received(MessageType.COMMIT)).isEqualTo(commits + 1);
    }

    @Test
    void newObject_takesThePolicyOfItsBucket() {
        assertThat(client.put(BUCKET, "coded", BYTES).used().scheme()).isEqualTo(RedundancyScheme.EC_4_2);
        client.setBucketPolicy(BUCKET, RedundancyPolicy.REP);

        assertThat(client.put(BUCKET, "copied", BYTES).used().scheme()).isEqualTo(RedundancyScheme.REP_3);
    }
}
