package io.chameleon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ClientBuilderTest {
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE);

    static Stream<Arguments> badValues() {
        return Stream.of(
                bad(() -> builder().build(), "metadata: '[]' given, expected at least one host:port"),
                bad(() -> builder().metadata("meta"), "endpoint: 'meta' given, expected host:port"),
                bad(
                        () -> builder().segmentBytes((8 << 20) + 1),
                        "segmentBytes: '8388609' given, expected 1 to 8388608 bytes"),
                bad(() -> builder().segmentBytes(0), "segmentBytes: '0' given, expected 1 to 8388608 bytes"),
                bad(() -> builder().hedgeAfter(Duration.ofMillis(-1)), "hedgeAfter: '-1ms' given, expected 0 to 1 day"),
                bad(() -> builder().cachedMappings(-1), "cachedMappings: '-1' given, expected 0 to 10000000"),
                bad(
                        () -> new Timeouts(Duration.ZERO, Duration.ofSeconds(1)),
                        "request timeout: '0' given, expected 1 ms to 1 day"),
                bad(
                        () -> new Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(1)),
                        "request timeout: '2s' given, expected at most the operation's 1s"),
                bad(
                        () -> new Timeouts(LONGEST, LONGEST),
                        "request timeout: '106751991167300d15h30m7s' given, expected 1 ms to 1 day"),
                bad(
                        () -> CallOptions.DEFAULT.deadline(LONGEST),
                        "deadline: '106751991167300d15h30m7s' given, expected 1 ms to 30 days"),
                bad(
                        () -> PutOptions.DEFAULT.ifMatch("x"),
                        "write id: 'x' given, expected 32 lower-case hexadecimal digits"),
                bad(
                        () -> PutOptions.DEFAULT.contentType("x".repeat(256)),
                        "given, expected at most 255 bytes of UTF-8 without NUL"),
                bad(
                        () -> PutOptions.DEFAULT.userMetadata(Map.of("k", "v".repeat(9000))),
                        "user metadata keys: '[k]' given, expected at most 8192 bytes of UTF-8 in all, without NUL"),
                bad(() -> ListOptions.ALL.withPageSize(0), "page size: '0' given, expected 1 to 1000"));
    }

    private static ClientBuilder builder() {
        return ChameleonClient.builder();
    }

    private static Arguments bad(ThrowingCallable call, String message) {
        return Arguments.of(call, message);
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void badValue_isRefusedInOneLine(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageEndingWith(message);
    }

    @Test
    void clientOfItsOwnNetwork_closesIt() {
        ChameleonClient client = builder().metadata("127.0.0.1:1", "[::1]:2").build();

        client.close();

        assertThat(client.async()).isNotNull();
    }
}
