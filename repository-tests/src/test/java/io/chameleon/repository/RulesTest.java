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

/** Alerts and dashboards can find what they look for. Whether an alert fires is promtool's part (helm/test). */
class RulesTest {
    private static final Path HELM = Repository.HOME.resolve("helm");
    private static final Path CHART = HELM.resolve("chameleon");
    private static final Pattern SELECTOR_OF_SERVERS = Pattern.compile("chameleon_server_[a-z_]+\\{([^}]*)}");

    @Test
    void eachAlert_firesInATest() {
        String tests = Repository.files(HELM, ".yaml").stream()
                .filter(file -> file.getFileName().toString().startsWith("rules-test"))
                .map(Repository::text)
                .collect(Collectors.joining());
        List<String> alerts = Pattern.compile("- alert: (\\w+)")
                .matcher(Repository.text(CHART.resolve("rules/alerts.yaml")))
                .results()
                .map(alert -> alert.group(1))
                .toList();

        assertThat(alerts)
                .isNotEmpty()
                .allSatisfy(alert -> assertThat(tests).containsPattern("alertname: " + alert + "\n +exp_alerts:\n"));
    }

    /** Nothing is ever found of any other. */
    @Test
    void outcomesOfServers_areThoseOfErrors() {
        Set<String> outcomes = Stream.concat(Stream.of("ok", "failed"), labels(ErrorCode.values()))
                .collect(Collectors.toSet());

        assertThat(values("outcome")).isNotEmpty().isSubsetOf(outcomes);
    }

    @Test
    void typesOfRequestsToServers_areThoseOfTheProtocol() {
        assertThat(values("type"))
                .isNotEmpty()
                .isSubsetOf(labels(MessageType.values()).toList());
    }

    private static Stream<String> labels(Enum<?>[] values) {
        return Arrays.stream(values).map(value -> value.name().toLowerCase(Locale.ROOT));
    }

    /** Values of a label, alternatives of a pattern one by one. In JSON a quote stands behind a backslash. */
    private static List<String> values(String label) {
        Pattern matcher = Pattern.compile("\\b" + label + "(?:=|!=|=~|!~)\\\\?\"([^\"\\\\]*)");
        return Stream.of(
                        Repository.files(CHART.resolve("rules"), ".yaml"),
                        Repository.files(CHART.resolve("dashboards"), ".json"))
                .flatMap(List::stream)
                .map(Repository::text)
                .flatMap(text -> SELECTOR_OF_SERVERS.matcher(text).results())
                .flatMap(selector -> matcher.matcher(selector.group(1)).results())
                .flatMap(value -> Arrays.stream(value.group(1).split("\\|")))
                .distinct()
                .toList();
    }
}
