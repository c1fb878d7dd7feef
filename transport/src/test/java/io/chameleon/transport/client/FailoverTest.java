package io.chameleon.transport.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.wire.Empty;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The code of an error decides where a request goes next; the caller gets the result of all tries together. */
final class FailoverTest {
    private final Queue<ChameleonError> failures = new ArrayDeque<>();
    private int asked;
    private String last = "";
    private final Failover service = new Failover(
            new RpcClient() {
                @Override
                public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
                    asked++;
                    last = endpoint.host();
                    ChameleonError failure = failures.poll();
                    return failure == null
                            ? CompletableFuture.completedFuture(
                                    Message.of(MessageType.PING, Empty.getDefaultInstance()))
                            : CompletableFuture.failedFuture(failure);
                }

                @Override
                public void close() {}
            },
            List.of(new Endpoint("one", 1), new Endpoint("two", 2)));

    private static final ChameleonError REFUSED = new ChameleonError(ErrorCode.UNAVAILABLE, "no database");
    private static final ChameleonError LATE = new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, "no answer");

    private static final Set<ErrorCode.Retry> ELSEWHERE =
            EnumSet.of(ErrorCode.Retry.SAME_REQUEST, ErrorCode.Retry.OTHER_PEER);

    private CompletableFuture<Message> call(Failover.Repeat repeat) {
        return service.call(Message.of(MessageType.PING, Empty.getDefaultInstance()), repeat, Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyCode_goesToTheNextEndpointByItsAdvice(ErrorCode code) {
        failures.add(new ChameleonError(code, "told to fail"));
        boolean expected = ELSEWHERE.contains(code.retry()) && code != ErrorCode.DEADLINE_EXCEEDED;

        CompletableFuture<Message> answer = call(Failover.Repeat.HARMLESS);

        assertThat(asked).isEqualTo(expected ? 2 : 1);
        assertThat(answer.isCompletedExceptionally()).isEqualTo(!expected);
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void requestNotToBeRepeated_goesOnlyWhereItCertainlyWasNotExecuted(ErrorCode code) {
        failures.add(new ChameleonError(code, "told to fail"));
        boolean expected = ELSEWHERE.contains(code.retry()) && !code.leavesOutcomeOpen();

        call(Failover.Repeat.HARMFUL).exceptionally(failure -> null).join();

        assertThat(asked).isEqualTo(expected ? 2 : 1);
    }

    @Test
    void endpointThatLetTheDeadlinePass_isNotAskedFirstAgain() {
        failures.add(LATE);
        call(Failover.Repeat.HARMLESS).exceptionally(failure -> null).join();

        call(Failover.Repeat.HARMLESS).join();

        assertThat(last).isEqualTo("two");
    }

    @Test
    void endpointThatRefusedLate_isNotAskedFirstAgain_thoughTheNextHadNoTimeLeft() {
        failures.addAll(List.of(REFUSED, LATE));
        call(Failover.Repeat.HARMLESS).exceptionally(failure -> null).join();

        call(Failover.Repeat.HARMLESS).join();

        assertThat(last).isEqualTo("two");
        assertThat(asked).isEqualTo(3);
    }

    @Test
    void lastEndpoint_ofAnotherCluster_saysNothingOfTheOneThatMayHaveExecutedIt() {
        failures.add(new ChameleonError(ErrorCode.UNAVAILABLE, "connection lost"));
        failures.add(new ChameleonError(ErrorCode.WRONG_CLUSTER, "another cluster's"));

        assertThatThrownBy(() -> call(Failover.Repeat.HARMLESS).join())
                .hasCauseInstanceOf(ChameleonError.class)
                .hasMessageContaining("connection lost");
    }

    @Test
    void lastEndpointThatDidNotExecuteIt_saysNothingOfTheOneBefore() {
        failures.add(new ChameleonError(ErrorCode.UNAVAILABLE, "connection lost"));
        failures.add(new NotExecutedError("nothing listens"));

        assertThatThrownBy(call(Failover.Repeat.HARMLESS)::join)
                .cause()
                .isNotInstanceOf(NotExecutedError.class)
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }

    @Test
    void allEndpointsThatDidNotExecuteIt_leaveItCertain() {
        failures.add(new NotExecutedError("nothing listens"));
        failures.add(new NotExecutedError("nothing listens"));

        assertThatThrownBy(call(Failover.Repeat.HARMLESS)::join).hasCauseInstanceOf(NotExecutedError.class);
    }
}
