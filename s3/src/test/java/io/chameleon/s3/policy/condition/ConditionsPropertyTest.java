package io.chameleon.s3.policy.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.s3.address.Cidr;
import io.chameleon.s3.error.S3Exception;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What must be true of any condition. A failure names its seed. */
class ConditionsPropertyTest {
    private static final int ROUNDS = 2_000;
    private static final String KEY = "s3:RequestObjectTagKeys";

    private static String text(Random random, String letters, int most) {
        return random.ints(random.nextInt(most + 1), 0, letters.length())
                .mapToObj(i -> letters.substring(i, i + 1))
                .collect(Collectors.joining());
    }

    private static List<String> texts(Random random, int least) {
        return IntStream.range(0, least + random.nextInt(3))
                .mapToObj(i -> text(random, "ab*?", 3))
                .toList();
    }

    private static Conditions condition(String operator, String key, List<String> wanted) {
        return ConditionsTest.parse(
                "{\"" + operator + "\":{\"" + key + "\":[\"" + String.join("\",\"", wanted) + "\"]}}");
    }

    private static Facts given(List<String> values) {
        return key -> values.isEmpty() ? null : values;
    }

    private static boolean like(String pattern, String text) {
        String regex = pattern.chars()
                .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                .collect(Collectors.joining());
        return text.matches(regex);
    }

    @Test
    void setsOfValues_areJudgedAsTheQuantifierSays() {
        long first = System.nanoTime();
        for (long seed = first; seed < first + ROUNDS; seed++) {
            Random random = new Random(seed);
            List<String> wanted = texts(random, 1);
            List<String> values = texts(random, 0);
            boolean all = values.stream().allMatch(value -> wanted.stream().anyMatch(p -> like(p, value)));
            boolean some = values.stream().anyMatch(value -> wanted.stream().anyMatch(p -> like(p, value)));
            assertThat(condition("ForAllValues:StringLike", KEY, wanted).hold(given(values)))
                    .as("seed %d", seed)
                    .isEqualTo(all);
            assertThat(condition("ForAnyValue:StringLike", KEY, wanted).hold(given(values)))
                    .as("seed %d", seed)
                    .isEqualTo(some);
            // No value is one of them, and some value is none of them.
            assertThat(condition("ForAllValues:StringNotLike", KEY, wanted).hold(given(values)))
                    .as("seed %d", seed)
                    .isEqualTo(!some);
            assertThat(condition("ForAnyValue:StringNotLike", KEY, wanted).hold(given(values)))
                    .as("seed %d", seed)
                    .isEqualTo(!all);
        }
    }

    /** A key that is absent included: exactly one of the two holds, unless the policy asks for IfExists. */
    @Test
    void negatedOperator_isTheOppositeOfItsOperator() {
        Map<String, String> pairs = Map.of(
                "StringEquals", "StringNotEquals",
                "StringEqualsIgnoreCase", "StringNotEqualsIgnoreCase",
                "StringLike", "StringNotLike",
                "ArnLike", "ArnNotLike",
                "IpAddress", "NotIpAddress",
                "NumericEquals", "NumericNotEquals",
                "DateEquals", "DateNotEquals");
        long first = System.nanoTime();
        for (long seed = first; seed < first + ROUNDS; seed++) {
            Random random = new Random(seed);
            for (Map.Entry<String, String> pair : pairs.entrySet()) {
                String key = key(pair.getKey());
                List<String> wanted = List.of(value(pair.getKey(), random), value(pair.getKey(), random));
                List<String> values = random.nextInt(5) == 0
                        ? List.of()
                        : List.of(value(pair.getKey(), random).replace("*", "x"));
                boolean positive = condition(pair.getKey(), key, wanted).hold(given(values));
                boolean negative = condition(pair.getValue(), key, wanted).hold(given(values));
                assertThat(positive)
                        .as("%s %s %s, seed %d", pair, wanted, values, seed)
                        .isNotEqualTo(negative);
                for (String operator : List.of(pair.getKey(), pair.getValue())) {
                    boolean plain = operator.equals(pair.getKey()) ? positive : negative;
                    assertThat(condition(operator + "IfExists", key, wanted).hold(given(values)))
                            .as("%s, seed %d", operator, seed)
                            .isEqualTo(values.isEmpty() || plain);
                }
            }
        }
    }

    private static String key(String operator) {
        return switch (operator) {
            case "ArnLike" -> "aws:PrincipalArn";
            case "IpAddress" -> "aws:SourceIp";
            case "NumericEquals" -> "s3:max-keys";
            case "DateEquals" -> "aws:EpochTime";
            default -> "aws:username";
        };
    }

    private static String value(String operator, Random random) {
        return switch (operator) {
            case "ArnLike" -> "arn:aws:iam:::user/" + text(random, "ab*", 2);
            case "IpAddress" -> "10.0.0." + random.nextInt(3);
            case "NumericEquals", "DateEquals" -> Integer.toString(random.nextInt(3));
            default -> text(random, "aA*", 2);
        };
    }

    @Test
    void moreAllowedValues_neverHoldLess_moreConditionsNeverMore() {
        long first = System.nanoTime();
        for (long seed = first; seed < first + ROUNDS; seed++) {
            Random random = new Random(seed);
            List<String> wanted = texts(random, 1);
            List<String> wider = new ArrayList<>(wanted);
            wider.add(text(random, "ab*?", 3));
            Facts facts = given(List.of(text(random, "ab", 3)));
            boolean held = condition("StringLike", "aws:username", wanted).hold(facts);
            if (held) {
                assertThat(condition("StringLike", "aws:username", wider).hold(facts))
                        .as("seed %d", seed)
                        .isTrue();
            } else {
                String both = "{\"StringLike\":{\"aws:username\":\"" + wanted.get(0) + "\",\"aws:userid\":\"*\"}}";
                assertThat(ConditionsTest.parse(both).hold(facts))
                        .as("seed %d", seed)
                        .isFalse();
            }
        }
    }

    @Test
    void ranges_containExactlyTheAddressesWithTheirBits() throws UnknownHostException {
        long first = System.nanoTime();
        for (long seed = first; seed < first + ROUNDS; seed++) {
            Random random = new Random(seed);
            byte[] network = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(network);
            byte[] address = network.clone();
            int changed = random.nextInt(network.length * Byte.SIZE);
            address[changed / Byte.SIZE] ^= (byte) (0x80 >> changed % Byte.SIZE);
            int bits = random.nextInt(network.length * Byte.SIZE + 1);
            Cidr range = Cidr.parse(InetAddress.getByAddress(network).getHostAddress() + "/" + bits);
            assertThat(range.contains(InetAddress.getByAddress(network).getHostAddress()))
                    .as("seed %d", seed)
                    .isTrue();
            assertThat(range.contains(InetAddress.getByAddress(address).getHostAddress()))
                    .as("bit %d of %s, seed %d", changed, range, seed)
                    .isEqualTo(changed >= bits);
        }
    }

    /** Whatever a client sends: an answer, or a refusal that says what is wrong. */
    @ParameterizedTest
    @EnumSource
    void anyOperator_onAnyKeyAndValue_isJudgedOrRefused(Operator operator) {
        long first = System.nanoTime();
        for (long seed = first; seed < first + 200; seed++) {
            Random random = new Random(seed);
            for (Subject subject : Subject.values()) {
                String key = subject.label() + (subject.ofTag() ? "k" : "");
                List<String> wanted = List.of(text(random, "0123:./-*?Tarntruefals", 8));
                Facts facts = given(List.of(text(random, "0123:./-*?Tarntruefals", 8)));
                try {
                    condition(operator.label(), key, wanted).hold(facts(subject, facts));
                } catch (S3Exception refused) {
                    assertThat(refused.error().status()).as("seed %d", seed).isEqualTo(400);
                }
            }
        }
    }

    /** The gateway itself says what time it is. */
    private static Facts facts(Subject subject, Facts any) {
        return subject.kind() == Kind.DATE ? given(List.of("1000")) : any;
    }
}
