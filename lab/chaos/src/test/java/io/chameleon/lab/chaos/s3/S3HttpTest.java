package io.chameleon.lab.chaos.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.chameleon.transport.rpc.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class S3HttpTest {
    private static final Random RANDOM = new Random(1);
    private static final S3Request PUT = S3Request.of("PUT", "/bucket/key").with("text");

    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer server;
    private volatile int status = 200;
    private volatile String answer = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        if (status == 0) {
            throw new IOException("the connection ends without an answer");
        }
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private S3Http http(int... ports) {
        List<Endpoint> gateways = new ArrayList<>();
        for (int port : ports) {
            gateways.add(new Endpoint("127.0.0.1", port));
        }
        return GatewayInMemory.client(gateways);
    }

    private void answers(int code, String error) {
        status = code;
        answer = "<Error><Code>" + error + "</Code></Error>";
    }

    private UnansweredException unanswered(S3Http http) {
        return catchThrowableOfType(UnansweredException.class, () -> http.send(PUT, RANDOM));
    }

    @Test
    void answer_isTold_whateverItIs() throws Exception {
        answers(412, "PreconditionFailed");
        try (S3Http http = http(server.getAddress().getPort())) {
            assertThat(http.send(PUT, RANDOM).isRefused()).isTrue();
            assertThatThrownBy(() -> http.sendWell(PUT, RANDOM))
                    .isInstanceOf(UnexpectedException.class)
                    .hasMessage("PUT /bucket/key is answered with 412 PreconditionFailed");
        }
    }

    @Test
    void gatewayThatSaysItDoesNotKnow_hasNotAnswered() {
        answers(503, "ServiceUnavailable");
        try (S3Http http = http(server.getAddress().getPort())) {
            assertThat(unanswered(http)).hasMessageContaining("503").returns(true, UnansweredException::isSent);
        }
    }

    @Test
    void connectionThatEnds_isNotTriedAgain() {
        status = 0;
        try (S3Http http = http(server.getAddress().getPort())) {
            assertThat(unanswered(http)).returns(true, UnansweredException::isSent);
            assertThat(requests).hasValue(1);
        }
    }

    @Test
    void gatewayThatIsDown_isPassedOver() throws Exception {
        try (Nobody nobody = new Nobody();
                S3Http http = http(nobody.port(), server.getAddress().getPort())) {
            for (int i = 0; i < 10; i++) {
                assertThat(http.send(PUT, RANDOM).isDone()).isTrue();
            }
        }
    }

    @Test
    void noGateway_meansThatNothingWasSent() throws Exception {
        try (Nobody nobody = new Nobody();
                S3Http http = nobody.client()) {
            assertThat(unanswered(http)).returns(false, UnansweredException::isSent);
        }
    }
}
