package io.chameleon.s3.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.s3.auth.AmazonSigner.Sent;
import io.chameleon.s3.auth.AmazonSigner.Way;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that Amazon's signer made, as they are and with a byte changed. A failure names its seed. */
class AuthenticatorPropertyTest {
    private static final int REQUESTS = 200;
    private static final int CHANGES = 20;

    @ParameterizedTest
    @EnumSource
    void request_asItWasSigned_isTheUsers(Way way) {
        long seed = System.nanoTime();
        for (long request = seed; request < seed + REQUESTS; request++) {
            Sent sent = new AmazonSigner(new Random(request)).sign(way, new byte[10]);
            try {
                Authentication found = AmazonSigner.authenticator().authenticate(sent.request());
                assertThat(found.user()).isEqualTo("somebody");
                assertThat(found.payload().kind()).isEqualTo(kind(way));
            } catch (S3Exception e) {
                throw new AssertionError("seed " + request + ": " + sent.request() + " " + e.details(), e);
            }
        }
    }

    private static PayloadKind kind(Way way) {
        return switch (way) {
            case WHOLE -> PayloadKind.SHA256;
            case UNSIGNED, QUERY -> PayloadKind.UNSIGNED;
            case CHUNKS -> PayloadKind.SIGNED_CHUNKS;
            case CHUNKS_AND_TRAILER -> PayloadKind.SIGNED_CHUNKS_AND_TRAILER;
            case UNSIGNED_AND_TRAILER -> PayloadKind.UNSIGNED_CHUNKS_AND_TRAILER;
        };
    }

    @ParameterizedTest
    @EnumSource
    void request_withAnyCharacterChanged_isNotTheUsers(Way way) {
        long seed = System.nanoTime();
        for (long request = seed; request < seed + REQUESTS / 4; request++) {
            Random random = new Random(request);
            Sent sent = new AmazonSigner(random).sign(way, new byte[10]);
            String meaning = meaning(sent.request());
            for (int change = 0; change < CHANGES; change++) {
                SignedRequest changed = change(random, sent.request(), meaning);
                if (!meaning(changed).equals(meaning)) {
                    assertThat(user(changed))
                            .as("seed %d: %s", request, changed)
                            .isNull();
                }
            }
        }
    }

    /** Null: refused or, if the change cost it the whole query, nobody. */
    private static @Nullable String user(SignedRequest request) {
        try {
            return AmazonSigner.authenticator().authenticate(request).user();
        } catch (S3Exception e) {
            return null;
        }
    }

    /** Changes one character of the method, the target or a signed header's value. */
    private static SignedRequest change(Random random, SignedRequest request, String meaning) {
        List<String> names = new ArrayList<>(request.headers().names());
        names.removeIf(name -> !meaning.contains(name.toLowerCase(Locale.ROOT) + ":"));
        int part = random.nextInt(names.size() + 3);
        if (part == 0) {
            return new SignedRequest(change(random, request.method()), request.target(), request.headers());
        }
        if (part <= 2) {
            return new SignedRequest(request.method(), change(random, request.target()), request.headers());
        }
        HttpHeaders headers = request.headers().copy();
        String name = names.get(part - 3);
        headers.set(name, change(random, headers.get(name)));
        return new SignedRequest(request.method(), request.target(), headers);
    }

    private static String change(RandomGenerator random, String text) {
        if (text.isEmpty()) {
            return "x";
        }
        int at = random.nextInt(text.length());
        char other = (char) random.nextInt(' ', 127);
        return text.substring(0, at) + other + text.substring(at + 1);
    }

    /** All that the signature covers, decoded: equal for two ways to write the same request. */
    private static String meaning(SignedRequest request) {
        try {
            List<String> query = QueryParameter.parse(request.query()).stream()
                    .map(QueryParameter::normalized)
                    .sorted()
                    .map(QueryParameter::toString)
                    .toList();
            StringBuilder meaning =
                    new StringBuilder(request.method() + UriCodec.decode(request.path(), false) + query);
            String signed = request.headers().get("Authorization", "SignedHeaders=host,");
            int from = signed.indexOf("SignedHeaders=") + "SignedHeaders=".length();
            for (String name : signed.substring(from, signed.indexOf(',', from)).split(";")) {
                List<String> values = request.headers().getAll(name);
                meaning.append('\n').append(name).append(':');
                values.forEach(value ->
                        meaning.append(value.strip().replaceAll("\\s+", " ")).append('\n'));
            }
            return meaning + "\nauthorization:" + signed.replaceAll("\\s", "");
        } catch (S3Exception | StringIndexOutOfBoundsException e) {
            return "malformed " + request.target() + request.headers();
        }
    }

    @Test
    void requestLine_withItsQueryInAnotherOrder_isTheSame() {
        Sent sent = new AmazonSigner(new Random(7)).sign(Way.QUERY, new byte[0]);
        List<String> parts = new ArrayList<>(List.of(sent.request().query().split("&")));
        Collections.reverse(parts);
        String target = sent.request().path() + "?" + String.join("&", parts);
        SignedRequest reordered = new SignedRequest(sent.request().method(), target, sent.headers());
        assertThat(AmazonSigner.authenticator().authenticate(reordered).user()).isEqualTo("somebody");
    }

    @Test
    void clock_fifteenMinutesOff_isAccepted_oneSecondMoreIsNot() {
        Sent sent = new AmazonSigner(new Random(7)).sign(Way.WHOLE, new byte[0]);
        for (long minutes : new long[] {-15, 15}) {
            Duration skew = Duration.ofMinutes(minutes);
            assertThat(AmazonSigner.authenticatorAt(AmazonSigner.NOW.plus(skew))
                            .authenticate(sent.request())
                            .user())
                    .isEqualTo("somebody");
            Duration more = skew.plusSeconds(Long.signum(minutes));
            assertThatThrownBy(() -> AmazonSigner.authenticatorAt(AmazonSigner.NOW.plus(more))
                            .authenticate(sent.request()))
                    .isInstanceOfSatisfying(
                            S3Exception.class, e -> assertThat(e.error().code()).isEqualTo("RequestTimeTooSkewed"));
        }
    }
}
