package io.chameleon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.server.store.StoreUsage;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** One user among others on a device that fills. */
class UserSharesTest {
    private static final Duration GRACE = Duration.ofHours(1);

    private final AtomicInteger used = new AtomicInteger(800);
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicLong now = new AtomicLong(Long.MIN_VALUE);
    private final UserShares shares = shares(100);

    private UserShares shares(long most) {
        return new UserShares(
                () -> new StoreUsage(1, 1_020, used.get(), 20), most, GRACE, now::get, refusals::incrementAndGet);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private void assertRefused(String user, long bytes) {
        assertThatThrownBy(() -> shares.take(user, bytes))
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                .hasMessageContaining(user)
                .hasMessageNotContaining("\n");
    }

    @Test
    void user_beyondItsShareOnADeviceShortOfSpace_isRefused_othersAreNot() {
        shares.take("mallory", 100);

        assertRefused("mallory", 1);
        assertThat(refusals).hasValue(1);
        assertThatCode(() -> shares.take("alice", 100)).doesNotThrowAnyException();
    }

    @Test
    void user_beyondItsShare_isNotRefusedWhileThereIsRoom_asWhereTheReaperKeepsUp() {
        used.set(750);
        for (int i = 0; i < 100; i++) {
            shares.take("alice", 100);
        }

        used.set(751);
        assertRefused("alice", 1);
        used.set(750);
        assertThatCode(() -> shares.take("alice", 100)).doesNotThrowAnyException();
    }

    @Test
    void share_comesBackAfterTheGracePeriod_notBefore() {
        shares.take("alice", 60);
        pass(GRACE.dividedBy(2));
        shares.take("alice", 40);
        assertRefused("alice", 1);

        pass(GRACE.dividedBy(2));
        assertRefused("alice", 1);
        pass(GRACE.dividedBy(6));
        assertThatCode(() -> shares.take("alice", 60)).doesNotThrowAnyException();
        assertRefused("alice", 1);
    }

    @Test
    void refusedPut_countsForNothing() {
        shares.take("alice", 90);
        for (int i = 0; i < 10; i++) {
            assertRefused("alice", 11);
        }

        assertThatCode(() -> shares.take("alice", 10)).doesNotThrowAnyException();
    }

    @Test
    void limitOfNothing_isNone() {
        UserShares none = shares(0);

        assertThatCode(() -> none.take("alice", Long.MAX_VALUE)).doesNotThrowAnyException();
    }
}
