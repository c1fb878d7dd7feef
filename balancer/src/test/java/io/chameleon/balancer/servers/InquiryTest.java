package io.chameleon.balancer.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InquiryTest {
    private static final List<ServerInfo> MANY = IntStream.range(0, 5_000)
            .mapToObj(i -> new ServerInfo(new ServerId("s" + i), "s" + i, 1, "", 1, ServerInfo.Status.UP))
            .toList();

    @Test
    void answersThatAreThereAtOnce_comeInTheOrderOfTheServers() {
        Inquiry.Outcome<String> outcome = Inquiry.of(MANY, server -> CompletableFuture.completedFuture(server.host()));
        assertThat(outcome.answers().keySet()).containsExactlyElementsOf(MANY);
        assertThat(outcome.answers())
                .allSatisfy((server, answer) -> assertThat(answer).isEqualTo(server.host()));
        assertThat(outcome.failures()).isEmpty();
        assertThat(Inquiry.of(List.of(), server -> new CompletableFuture<>()).answers())
                .isEmpty();
    }

    @Test
    void questionThatCannotBeAsked_isAFailureOfThatServer() {
        Inquiry.Outcome<String> outcome = Inquiry.of(MANY, server -> {
            if (server.host().equals("s7")) {
                throw new IllegalStateException("no such address");
            }
            return CompletableFuture.completedFuture("well");
        });
        assertThat(outcome.answers()).hasSize(4_999);
        assertThat(outcome.failures()).containsOnlyKeys(MANY.get(7));
    }

    /** Each hundredth server says nothing until all others have answered. */
    @Test
    void fewAreAskedAtATime_andSilentOnesHoldUpNoOthers() {
        AtomicInteger open = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger answered = new AtomicInteger();
        Queue<CompletableFuture<String>> silent = new ConcurrentLinkedQueue<>();
        Inquiry.Outcome<String> outcome = Inquiry.of(MANY, server -> {
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            CompletableFuture<String> answer = new CompletableFuture<>();
            if (Integer.parseInt(server.host().substring(1)) % 100 == 0) {
                silent.add(answer);
            } else {
                Thread unused = Thread.startVirtualThread(() -> {
                    open.decrementAndGet();
                    answer.complete("well");
                    if (answered.incrementAndGet() == 4_950) {
                        silent.forEach(late -> late.completeExceptionally(
                                new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, "no answer")));
                    }
                });
            }
            return answer;
        });
        assertThat(outcome.answers()).hasSize(4_950);
        assertThat(outcome.failures()).hasSize(50);
        assertThat(most.get()).isBetween(50, Inquiry.AT_A_TIME);
    }
}
