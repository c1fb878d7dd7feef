package io.chameleon.lab.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.wire.BucketResponse;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.GetBucketRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the simulated network does to requests, and that what it tells a caller is true. */
class SimNetworkTest {
    private static final Endpoint SERVER = new Endpoint("server", 1);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int MANY = 200;

    private final World world = new World(1);
    private final HostClock clock = new HostClock(world);
    private final SimNetwork network = new SimNetwork(world);
    private final SimProcess caller = process("caller");
    private SimProcess server = process("server");
    /** Names of the requests that were executed, in this order. */
    private final List<String> executed = new ArrayList<>();

    private SimProcess process(String name) {
        SimProcess process = new SimProcess(world, name, clock);
        process.onEnd(() -> network.ended(process));
        return process;
    }

    private void listen() {
        listen((request, context) -> {
            executed.add(name(request));
            return CompletableFuture.completedFuture(Message.of(request.type(), BucketResponse.getDefaultInstance()));
        });
    }

    private void listen(RpcHandler handler) {
        network.listen(SERVER, server, handler);
    }

    private static String name(Message request) {
        return request.type() == MessageType.GET_BUCKET
                ? request.header(GetBucketRequest.class).getBucket()
                : request.header(ConfigureBucketRequest.class).getBucket();
    }

    private CompletableFuture<Message> get(String name) {
        return call(MessageType.GET_BUCKET, name);
    }

    private CompletableFuture<Message> call(MessageType type, String name) {
        Message request = type == MessageType.GET_BUCKET
                ? Message.of(type, GetBucketRequest.newBuilder().setBucket(name).build())
                : Message.of(
                        type,
                        ConfigureBucketRequest.newBuilder().setBucket(name).build());
        return network.of(caller).call(SERVER, request, TIMEOUT);
    }

    /** The answers of many requests, all sent at once, by number. */
    private List<CompletableFuture<Message>> many() {
        List<CompletableFuture<Message>> answers =
                IntStream.range(0, MANY).mapToObj(i -> get(Integer.toString(i))).toList();
        world.runUntil(world.time().now() + 10 * SECOND);
        assertThat(answers).allMatch(CompletableFuture::isDone);
        return answers;
    }

    private static Throwable failure(CompletableFuture<Message> answer) {
        return answer.exceptionNow();
    }

    @Test
    void quietNetwork_answersWithinMilliseconds() {
        listen();
        CompletableFuture<Message> answer = get("one");
        world.runUntil(SECOND / 100);
        assertThat(answer).isCompleted();
        assertThat(executed).containsExactly("one");
    }

    @Test
    void nobodyListens_isKnownNotToBeExecuted() {
        CompletableFuture<Message> answer = get("one");
        world.runUntil(SECOND);
        assertThat(failure(answer)).isInstanceOf(NotExecutedError.class);
    }

    @Test
    void requestsOfACutLink_areNotExecuted() {
        listen();
        network.conditions().cut("caller", "server");
        assertThat(many()).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(executed).isEmpty();
    }

    /** The request was executed, so no caller may be told that it was not. */
    @Test
    void answersOfACutLink_leaveTheOutcomeUnknown() {
        listen();
        network.conditions().cut("server", "caller");
        List<CompletableFuture<Message>> answers = many();
        assertThat(executed).hasSize(MANY);
        assertThat(answers)
                .extracting(SimNetworkTest::failure)
                .noneMatch(NotExecutedError.class::isInstance)
                .extracting(failure -> ((ChameleonError) failure).code())
                .containsOnly(ErrorCode.UNAVAILABLE, ErrorCode.DEADLINE_EXCEEDED);
    }

    @Test
    void lossyNetwork_tellsEachCallerTheTruth() {
        listen();
        network.conditions().loss(0.3);
        List<CompletableFuture<Message>> answers = many();
        for (int i = 0; i < MANY; i++) {
            boolean wasExecuted = executed.contains(Integer.toString(i));
            CompletableFuture<Message> answer = answers.get(i);
            if (!answer.isCompletedExceptionally()) {
                assertThat(wasExecuted).isTrue();
            } else if (failure(answer) instanceof NotExecutedError) {
                assertThat(wasExecuted).isFalse();
            }
        }
        assertThat(answers).anyMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(answers).anyMatch(answer -> !answer.isCompletedExceptionally());
    }

    @Test
    void healedLink_worksAgain() {
        listen();
        network.conditions().cut("caller", "server");
        network.conditions().loss(1);
        network.conditions().heal();
        assertThat(many()).noneMatch(CompletableFuture::isCompletedExceptionally);
    }

    @Test
    void repeatedRequests_areThoseThatClientsRepeat() {
        listen();
        network.conditions().duplication(1);
        CompletableFuture<Message> read = get("read");
        CompletableFuture<Message> change = call(MessageType.CONFIGURE_BUCKET, "change");
        world.runUntil(10 * SECOND);
        assertThat(read).isCompleted();
        assertThat(change).isCompleted();
        assertThat(Collections.frequency(executed, "read")).isEqualTo(2);
        assertThat(Collections.frequency(executed, "change")).isOne();
    }

    /** Clients believe a refusal. */
    @Test
    void refusedRequest_isNotRepeated() {
        listen((request, context) -> {
            executed.add(name(request));
            return CompletableFuture.failedFuture(new ChameleonError(ErrorCode.INVALID_REQUEST, "no"));
        });
        network.conditions().duplication(1);
        CompletableFuture<Message> answer = get("one");
        world.runUntil(10 * SECOND);
        assertThat(failure(answer)).hasMessageContaining("no");
        assertThat(executed).containsExactly("one");
    }

    @Test
    void delayedMessages_areOvertakenByLaterOnes_andAllAreAnsweredOrTimeOut() {
        listen();
        network.conditions().delay(1);
        CompletableFuture<Message> delayed = get("delayed");
        network.conditions().delay(0);
        CompletableFuture<Message> later = get("later");
        world.runUntil(SECOND / 100);
        assertThat(later).isCompleted();
        assertThat(delayed).isNotDone();
        assertThat(executed).containsExactly("later");

        network.conditions().delay(1);
        assertThat(many()).anyMatch(answer -> !answer.isCompletedExceptionally());
        assertThat(delayed).isDone();
    }

    @Test
    void slowHost_isSlow_andOthersAreNot() {
        listen();
        network.conditions().slow("server", true);
        CompletableFuture<Message> slow = get("slow");
        world.runUntil(world.time().now() + SECOND / 1000);
        assertThat(slow).isNotDone();
        network.conditions().slow("server", false);
        CompletableFuture<Message> fast = get("fast");
        world.runUntil(world.time().now() + SECOND / 100);
        assertThat(fast).isCompleted();
    }

    @Test
    void callOfAServerThatIsKilled_failsByItsDeadline_andMayHaveBeenExecuted() {
        listen((request, context) -> {
            executed.add(name(request));
            server.kill();
            return CompletableFuture.completedFuture(Message.of(request.type(), BucketResponse.getDefaultInstance()));
        });
        CompletableFuture<Message> answer = get("one");
        world.runUntil(10 * SECOND);
        assertThat(executed).containsExactly("one");
        assertThat(failure(answer)).isInstanceOf(ChameleonError.class).isNotInstanceOf(NotExecutedError.class);
    }

    @Test
    void serverThatWasStartedAgain_isReachedByLivingCallers_andNotByWhatTheDeadHaveSent() {
        listen();
        network.conditions().slow("server", true);
        CompletableFuture<Message> unused = get("from the dead");
        caller.kill();
        server.kill();
        server = process("server");
        listen();
        world.runUntil(5 * SECOND);
        assertThat(executed).isEmpty();

        SimProcess living = process("caller");
        CompletableFuture<Message> answer = network.of(living)
                .call(
                        SERVER,
                        Message.of(
                                MessageType.GET_BUCKET,
                                GetBucketRequest.newBuilder()
                                        .setBucket("from the living")
                                        .build()),
                        TIMEOUT);
        world.runUntil(10 * SECOND);
        assertThat(answer).isCompleted();
        assertThat(executed).containsExactly("from the living");
    }

    @Test
    void deadCaller_getsNoAnswer() {
        listen();
        CompletableFuture<Message> answer = get("one");
        caller.kill();
        CompletableFuture<Message> another = get("two");
        world.runUntil(10 * SECOND);
        assertThat(answer).isNotDone();
        assertThat(another).isNotDone();
        assertThat(executed).doesNotContain("two");
    }

    @Test
    void callWithoutTime_isNotSent() {
        listen();
        CompletableFuture<Message> answer = network.of(caller)
                .call(
                        SERVER,
                        Message.of(
                                MessageType.GET_BUCKET,
                                GetBucketRequest.newBuilder().setBucket("late").build()),
                        Duration.ZERO);
        world.runUntil(SECOND);
        assertThat(((ChameleonError) failure(answer)).code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
        assertThat(executed).isEmpty();
    }

    @Test
    void cancelledCall_isCancelledAtTheServer() {
        CompletableFuture<Message> work = new CompletableFuture<>();
        listen((request, context) -> work);
        CompletableFuture<Message> answer = get("one");
        world.runUntil(SECOND);
        answer.cancel(true);
        world.runUntil(2 * SECOND);
        assertThat(work).isCancelled();
    }
}
