package io.chameleon.balancer.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.balancer.Interception;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.testing.FreePorts;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.rpc.NotExecutedError;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CandidacyTest {
    /** So long that none ends because a busy machine stood still. */
    private static final int SESSION_MILLIS = 60_000;

    private final InMemoryMappingTable table = new InMemoryMappingTable(InstantSource.system(), Duration.ofHours(1));
    private final AtomicLong ticker = new AtomicLong();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private volatile @Nullable ChameleonError failure;
    private Leadership first;
    private Leadership second;
    private Candidacy candidacy;

    @BeforeEach
    void open() throws Exception {
        TestingServer zookeeper = new TestingServer(FreePorts.take());
        open.push(zookeeper);
        CuratorFramework session = CuratorFrameworkFactory.newClient(
                zookeeper.getConnectString(), SESSION_MILLIS, SESSION_MILLIS, new RetryOneTime(50));
        session.start();
        open.push(session);
        RemapTable reached = Interception.of(table, (method, call) -> {
            ChameleonError planted = failure;
            if (planted != null) {
                // As the balancer's client throws it.
                throw new ChameleonError(planted.code(), String.valueOf(planted.getMessage()), planted);
            }
            return call.proceed();
        });
        first = new Leadership(session, reached, "first");
        open.push(first);
        second = new Leadership(session, table, "second");
        open.push(second);
        candidacy = new Candidacy(first, reached, ticker::get);
        first.stand();
        await().until(() -> first.fence().isPresent());
        second.stand();
    }

    @AfterEach
    void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private void failToReview() {
        assertThatThrownBy(candidacy::review).hasMessage("no connection");
    }

    @Test
    void leaderThatDoesNotReachMetadata_forAMinute_letsAnotherLead() {
        failure = new NotExecutedError("no connection");
        failToReview();
        assertThat(first.isHeld()).isTrue();
        ticker.addAndGet(Candidacy.PATIENCE.toNanos());
        failToReview();
        assertThat(first.isHeld()).isFalse();
        await().until(() -> second.fence().isPresent());
    }

    @Test
    void processThatReachesMetadataAgain_standsAgain_andLeadsWithANewFence() {
        long before = first.fence().orElseThrow();
        failure = new NotExecutedError("no connection");
        ticker.addAndGet(Candidacy.PATIENCE.toNanos());
        failToReview();
        await().until(() -> second.fence().isPresent());
        failure = null;
        candidacy.review();
        assertThat(first.isHeld()).isFalse();
        second.withdraw();
        await().until(() -> first.fence().isPresent());
        assertThat(first.fence().orElseThrow()).isGreaterThan(before + 1);
    }

    @Test
    void leaderThatReachesMetadataInBetween_goesOnLeading() {
        for (int i = 0; i < 3; i++) {
            failure = new NotExecutedError("no connection");
            ticker.addAndGet(Candidacy.PATIENCE.toNanos() - 1);
            failToReview();
            failure = null;
            candidacy.review();
        }
        assertThat(first.isHeld()).isTrue();
    }

    /** As without its first database: nobody else could lead better, and of the others there may be work to do. */
    @Test
    void leaderThatMetadataAnswersWithAnError_goesOnLeading() {
        failure = new ChameleonError(ErrorCode.UNAVAILABLE, "the mapping database is not available");
        ticker.addAndGet(Candidacy.PATIENCE.toNanos());
        candidacy.review();
        assertThat(first.isHeld()).isTrue();
    }
}
