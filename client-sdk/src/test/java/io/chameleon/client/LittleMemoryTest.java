package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process that has no direct memory for what servers send loses its connections to them. */
@Timeout(300)
class LittleMemoryTest {
    private static final String SAID = "Cannot reserve 2097152 bytes of direct buffer memory";

    @AutoClose
    private final FakeCluster cluster = new FakeCluster(8);

    private record LittleMemory(RpcClient network) implements RpcClient {
        @Override
        public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
            CompletableFuture<Message> answer = network.call(endpoint, request, timeout);
            return request.type() != MessageType.GET_FRAGMENT
                    ? answer
                    : answer.thenCompose(message -> {
                        message.release();
                        return CompletableFuture.failedFuture(new ChameleonError(
                                ErrorCode.UNAVAILABLE, "connection lost: " + SAID, new OutOfMemoryError(SAID)));
                    });
        }

        @Override
        public void close() {}
    }

    @ParameterizedTest(name = "{0} of 6 servers stopped")
    @CsvSource({"0, true", "2, true", "3, false"})
    void readWithoutDirectMemory_namesIt_andTheOption_unlessTooFewServersAreThere(int stopped, boolean ours) {
        List<ServerId> servers;
        try (ChameleonClient client = cluster.client()) {
            servers = client.put(
                            BUCKET, "key", RoundTripTest.bytes(70_000), PutOptions.DEFAULT.policy(RedundancyPolicy.EC))
                    .used()
                    .servers();
        }
        servers.subList(0, stopped).forEach(cluster::stop);
        try (ChameleonClient hasty = cluster.builder()
                .network(new LittleMemory(cluster.network()))
                .timeouts(new Timeouts(Duration.ofMillis(100), Duration.ofMillis(600)))
                .build()) {
            // On a busy machine its time may be over before it knows what is wrong.
            await().untilAsserted(() -> assertThatThrownBy(() -> hasty.get(BUCKET, "key"))
                    .isInstanceOf(ours ? UnavailableException.class : DataUnavailableException.class)
                    .hasMessageContaining(SAID)
                    .hasMessageContaining(ours ? "-XX:MaxDirectMemorySize" : servers.get(0) + " UNAVAILABLE")
                    .satisfies(e -> assertThat(((ChameleonException) e).advice())
                            .contains(ours ? "more memory" : "Bring the servers")));
        }
    }
}
