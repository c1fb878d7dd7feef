package io.chameleon.repository;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.MessageType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The alerts and dashboards ask for label values that a flash server can have: of any other nothing is ever found. */
class RuleLabelsTest {
    private static final Path CHART = Repository.HOME.resolve("helm/chameleon");
    private static final Pattern SELECTOR = Pattern.compile("chameleon_server_[a-z_]+\\{([^}]*)}");

    @Test
    void outcomesOfServers_thatRulesNameAreThoseOfErrors() {
        Set<String> outcomes = Stream.concat(
                        Stream.of("ok", "failed"), Arrays.stream(ErrorCode.values()).map(RuleLabelsTest::label))
                .collect(Collectors.toSet());

        assertThat(values("outcome")).isNotEmpty().allSatisfy(value -> assertThat(outcomes).contains(value));
    }

    @Test
    void requestsOfServers_thatRulesNameAreThoseOfTheProtocol() {
        Set<String> types = Arrays.stream(MessageType.values())
                .map(RuleLabelsTest::label)
                .collect(Collectors.toSet());

        assertThat(values("type")).isNotEmpty().allSatisfy(value -> assertThat(types).contains(value));
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Values of a label, alternatives of a pattern one by one. Quotes within JSON stand behind a backslash. */
    private static List<String> values(String label) {
        Pattern matcher = Pattern.compile("\\b" + label + "(?:=|!=|=~|!~)\\\\?\"([^\"\\\\]*)");
        return Stream.concat(
                        Repository.files(CHART.resolve("rules"), ".yaml").stream(),
                        Repository.files(CHART.resolve("dashboards"), ".json").stream())
                .map(Repository::text)
                .flatMap(text -> SELECTOR.matcher(text).results())
                .flatMap(selector -> matcher.matcher(selector.group(1)).results())
                .flatMap(value -> Arrays.stream(value.group(1).split(Pattern.quote("|"))))
                .distinct()
                .toList();
    }
}
