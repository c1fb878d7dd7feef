package io.chameleon.lab.chaos.s3;

import io.chameleon.transport.rpc.Endpoint;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Sends signed requests to any of several gateways, each once: a client that tries again would hide whether its first
 * try did anything. Only a gateway that refuses the connection is passed over. Safe from any thread.
 */
public final class S3Http implements AutoCloseable {
    private final List<Endpoint> gateways;
    private final Duration timeout;
    private final Signer signer;
    private final InstantSource clock;
    private final HttpClient client;

    /**
     * @param connect time after which a gateway that does not take the connection is passed over
     * @param timeout after which a request has no answer
     */
    public S3Http(
            List<Endpoint> gateways,
            String accessKey,
            String secretKey,
            Duration connect,
            Duration timeout,
            InstantSource clock) {
        this.gateways = List.copyOf(gateways);
        this.timeout = timeout;
        this.signer = new Signer(accessKey, secretKey);
        this.clock = clock;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connect)
                .build();
    }

    /**
     * The answer, whatever it is.
     *
     * @param random chooses the gateway
     * @throws UnansweredException if there is none, or if it says that the gateway does not know
     */
    public S3Answer send(S3Request request, RandomGenerator random) throws UnansweredException {
        List<Endpoint> order = new ArrayList<>(gateways);
        Collections.shuffle(order, Random.from(random));
        for (Endpoint gateway : order) {
            try {
                S3Answer answer = sendTo(gateway, request);
                if (!answer.isDone() && answer.isNoAnswer()) {
                    throw new UnansweredException("S3 " + answer.status() + " " + answer.code(), true);
                }
                return answer;
            } catch (ConnectException | HttpConnectTimeoutException e) {
                // It is down.
            } catch (IOException e) {
                throw new UnansweredException("S3 " + e.getClass().getSimpleName(), true);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        }
        throw new UnansweredException("S3 no gateway", false);
    }

    /** As {@link #send}, if the answer must be that it is done. */
    public S3Answer sendWell(S3Request request, RandomGenerator random) throws UnansweredException {
        S3Answer answer = send(request, random);
        return answer.isDone() ? answer : unexpected(request, answer);
    }

    static S3Answer unexpected(S3Request request, S3Answer answer) {
        throw new UnexpectedException(request.describe(), answer);
    }

    private S3Answer sendTo(Endpoint gateway, S3Request request) throws IOException, InterruptedException {
        String host = gateway.host() + ":" + gateway.port();
        String query = request.queryText();
        HttpRequest.Builder http = HttpRequest.newBuilder(
                        URI.create("http://" + host + request.path() + (query.isEmpty() ? "" : "?" + query)))
                .timeout(timeout)
                .method(
                        request.method(),
                        request.body().length == 0
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofByteArray(request.body()));
        request.headers().forEach(http::header);
        signer.headers(clock.instant(), host, request.method(), request.path(), query, request.body())
                .forEach(http::header);
        HttpResponse<byte[]> response = client.send(http.build(), BodyHandlers.ofByteArray());
        Map<String, String> headers = new TreeMap<>();
        response.headers()
                .map()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        return new S3Answer(response.statusCode(), headers, response.body());
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
