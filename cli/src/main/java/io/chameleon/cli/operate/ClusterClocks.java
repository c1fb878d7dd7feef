package io.chameleon.cli.operate;

import io.chameleon.balancer.servers.Inquiry;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.client.error.Errors;
import io.chameleon.core.Durations;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.wire.RepairStatusRequest;
import io.chameleon.transport.wire.RepairStatusResponse;
import io.chameleon.transport.wire.ScrubStatusResponse;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * How far the clocks of flash servers are ahead of the database's, which metadata processes tell; negative if behind.
 * The clock of this machine plays no part.
 *
 * @param ahead of servers that tell their time
 * @param refused metadata processes that serve nothing, and why: their clock may disagree with the database's
 */
record ClusterClocks(Map<ServerId, Duration> ahead, List<String> refused) {
    /** As the alert ChameleonClockSkew has it: long before a write is refused, and more than an answer takes. */
    private static final Duration NOTICEABLE = Duration.ofMinutes(1);
    /** They have answered a moment ago. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** @param servers that answer */
    static ClusterClocks of(ClusterConnection connection, Collection<ServerInfo> servers) {
        Duration wait = connection.timeout().compareTo(PATIENCE) < 0 ? connection.timeout() : PATIENCE;
        List<String> refused = new ArrayList<>();
        Optional<Long> database = database(connection, wait, refused);
        Map<ServerId, Duration> ahead = new LinkedHashMap<>();
        database.ifPresent(reference -> Inquiry.of(
                        servers,
                        server -> reading(
                                connection.flash().scrubStatus(Endpoint.of(server), wait),
                                ScrubStatusResponse::getNowMillis))
                .answers()
                .forEach((server, answer) ->
                        answer.ifPresent(reading -> ahead.put(server.id(), Duration.ofMillis(reading - reference)))));
        return new ClusterClocks(ahead, refused);
    }

    /** By the first metadata process that tells; each is asked, since one with a wrong clock serves nothing. */
    private static Optional<Long> database(ClusterConnection connection, Duration wait, List<String> refused) {
        Map<Endpoint, CompletableFuture<Optional<Long>>> asked = new LinkedHashMap<>();
        Message question = Message.of(
                MessageType.REPAIR_STATUS,
                RepairStatusRequest.newBuilder().setEvacuationsOnly(true).build());
        for (Endpoint process : connection.metadata()) {
            asked.put(
                    process,
                    reading(
                            connection.network().call(process, question, wait).thenApply(answer -> {
                                answer.release();
                                return answer.header(RepairStatusResponse.class);
                            }),
                            RepairStatusResponse::getNowMillis));
        }
        Optional<Long> first = Optional.empty();
        for (Map.Entry<Endpoint, CompletableFuture<Optional<Long>>> process : asked.entrySet()) {
            try {
                Optional<Long> reading = process.getValue().join();
                first = first.isPresent() ? first : reading;
            } catch (CompletionException e) {
                if (Errors.code(e) == ErrorCode.UNAVAILABLE) {
                    refused.add(process.getKey() + ": " + Errors.unwrap(e).getMessage());
                }
            }
        }
        return first;
    }

    /**
     * What a clock said when this process's ticker was 0, in milliseconds, wrong by half of the time that the answer
     * took; empty if the answer is of a build that does not tell.
     */
    private static <T> CompletableFuture<Optional<Long>> reading(
            CompletableFuture<T> answer, ToLongFunction<T> millis) {
        long begun = System.nanoTime();
        return answer.thenApply(told -> {
            long half = (System.nanoTime() - begun) / 2;
            return Optional.of(millis.applyAsLong(told))
                    .filter(time -> time > 0)
                    .map(time -> time - TimeUnit.NANOSECONDS.toMillis(begun + half));
        });
    }

    /** For people. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        String wrong = ahead.entrySet().stream()
                .filter(clock -> clock.getValue().abs().compareTo(NOTICEABLE) >= 0)
                .map(clock -> clock.getKey() + " is " + text(clock.getValue()))
                .collect(Collectors.joining(", "));
        if (!wrong.isEmpty()) {
            notes.add("note: clocks disagree with the database's: " + wrong
                    + "; a server whose clock is wrong takes no fragments of users");
        }
        refused.forEach(process -> notes.add("note: metadata " + process));
        return notes;
    }

    private static String text(Duration ahead) {
        String much = Durations.text(ahead.abs().truncatedTo(ChronoUnit.SECONDS));
        return much + (ahead.isNegative() ? " behind" : " ahead");
    }
}
