package io.chameleon.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.CallContext;
import io.chameleon.transport.Message;
import io.chameleon.transport.MessageType;
import io.chameleon.transport.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.PutFragmentRequest;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Users among each other on one flash server. */
class UserWritesTest {
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final Principal MALLORY = new Principal("mallory", Role.USER);
    private static final Principal REAPER = new Principal("balancer-0", Role.BALANCER);
    private static final WriteId WRITE = new WriteId(1L << 40, 42);

    private final Set<WriteId> stored = new HashSet<>();
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private UserWrites server = restarted();

    private UserWrites restarted() {
        return new UserWrites(
                (request, context) -> {
                    if (request.type() == MessageType.PUT_FRAGMENT) {
                        stored.add(Wire.unpack(
                                        request.header(PutFragmentRequest.class).getId())
                                .writeId());
                    }
                    return CompletableFuture.completedFuture(request);
                },
                stored::contains,
                now::get);
    }

    private boolean put(Principal caller, int segment) {
        return allowed(
                caller,
                Message.of(
                        MessageType.PUT_FRAGMENT,
                        PutFragmentRequest.newBuilder()
                                .setId(Wire.pack(new FragmentId(WRITE, segment, 0)))
                                .build()));
    }

    private boolean delete(Principal caller) {
        return allowed(
                caller,
                Message.of(
                        MessageType.DELETE_FRAGMENTS,
                        DeleteFragmentsRequest.newBuilder()
                                .addAllWriteIds(Wire.pack(List.of(WRITE)))
                                .build()));
    }

    private boolean allowed(Principal caller, Message request) {
        try {
            server.handle(request, new CallContext("test", Long.MAX_VALUE, caller))
                    .toCompletableFuture()
                    .join();
            return true;
        } catch (CompletionException e) {
            assertThat(e.getCause())
                    .isInstanceOfSatisfying(
                            ChameleonError.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.PERMISSION_DENIED));
            return false;
        }
    }

    @Test
    void write_thatFailed_isCalledOffByItsOwnUserOnly() {
        assertThat(put(ALICE, 0)).isTrue();
        assertThat(put(ALICE, 1)).isTrue();

        assertThat(delete(MALLORY)).isFalse();
        assertThat(delete(ALICE)).isTrue();
    }

    @Test
    void writeOfAnother_isNotAddedTo() {
        assertThat(put(ALICE, 0)).isTrue();

        assertThat(put(MALLORY, 1)).isFalse();
    }

    @Test
    void storedWrite_thatNobodyIsRememberedFor_isNobodysToTakeOver() {
        assertThat(put(ALICE, 0)).isTrue();
        server = restarted();

        assertThat(put(MALLORY, 1)).isFalse();
        assertThat(delete(MALLORY)).isFalse();
        assertThat(delete(ALICE)).isFalse();
    }

    @Test
    void writeOfAnHourAgo_isDeletedByNoUser() {
        assertThat(put(ALICE, 0)).isTrue();
        now.addAndGet(Duration.ofHours(1).toNanos() + 1);

        assertThat(delete(ALICE)).isFalse();
    }

    @Test
    void writeThatIsNotHere_mayBeDeletedByAnybody() {
        assertThat(delete(ALICE)).isTrue();
    }

    @Test
    void balancer_movesAndDeletesWhatItLikes() {
        assertThat(put(ALICE, 0)).isTrue();

        assertThat(put(REAPER, 1)).isTrue();
        assertThat(delete(REAPER)).isTrue();
    }
}
