package io.chameleon.core.redundancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the code with docs/reference/state-machine.md, table by table. */
class RedundancyStateTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "reference", "state-machine.md");

    /** The cells of the rows below a heading, without the header row. */
    private static List<List<String>> table(String heading) throws IOException {
        List<List<String>> rows = Files.readAllLines(DOCUMENT).stream()
                .dropWhile(line -> !line.equals("## " + heading))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
        assertThat(rows).as("table '%s' of %s", heading, DOCUMENT).hasSizeGreaterThan(1);
        return rows;
    }

    @Test
    void everyStateAndEvent_matchesTheDocumentedTable() throws IOException {
        List<List<String>> rows = table("Transitions");
        List<String> events = rows.get(0).subList(1, rows.get(0).size());
        assertThat(events).containsExactlyInAnyOrderElementsOf(names(RedundancyEvent.values()));
        assertThat(rows.stream().skip(1).map(row -> row.get(0)))
                .containsExactlyInAnyOrderElementsOf(names(RedundancyState.values()));
        for (List<String> row : rows.subList(1, rows.size())) {
            RedundancyState from = RedundancyState.valueOf(row.get(0));
            for (int i = 0; i < events.size(); i++) {
                RedundancyEvent event = RedundancyEvent.valueOf(events.get(i));
                String to = row.get(i + 1);
                assertThat(from.allows(event)).as("%s on %s", from, event).isEqualTo(!to.equals("-"));
                if (to.equals("-")) {
                    assertThatThrownBy(() -> from.next(event))
                            .isInstanceOf(IllegalTransitionException.class)
                            .hasMessage("no transition from " + from + " on " + event);
                } else {
                    assertThat(from.next(event)).as("%s on %s", from, event).hasToString(to);
                }
            }
        }
    }

    @Test
    void everyState_matchesTheDocumentedTable() throws IOException {
        assertThat(table("States").stream().skip(1))
                .containsExactlyElementsOf(Stream.of(RedundancyState.values())
                        .map(state -> List.of(
                                state.name(),
                                String.valueOf(state.code()),
                                state.livePolicy().name(),
                                state.nextPolicy().name(),
                                state.isIntermediate() ? "intermediate" : "stable"))
                        .toList());
    }

    @Test
    void everyEvent_matchesTheDocumentedTable() throws IOException {
        assertThat(table("Events").stream().skip(1).map(row -> row.subList(0, 3)))
                .containsExactlyElementsOf(Stream.of(RedundancyEvent.values())
                        .map(event -> List.of(
                                event.name(), String.valueOf(event.code()), event.needsDestination() ? "yes" : "no"))
                        .toList());
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }

    @ParameterizedTest
    @EnumSource
    void onlyAWriteOrAMigration_changesTheLayoutOnFlash(RedundancyEvent event) {
        for (RedundancyState from : RedundancyState.values()) {
            if (!from.allows(event)) {
                continue;
            }
            RedundancyState to = from.next(event);
            if (event == RedundancyEvent.WRITTEN || event == RedundancyEvent.MIGRATED) {
                assertThat(to).isEqualTo(RedundancyState.stable(from.nextPolicy()));
            } else {
                assertThat(to.livePolicy()).as("%s on %s", from, event).isEqualTo(from.livePolicy());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyState_canBeWrittenAndRepaired(RedundancyState state) {
        assertThat(state.next(RedundancyEvent.WRITTEN).isIntermediate()).isFalse();
        assertThat(state.next(RedundancyEvent.REPAIRED)).isEqualTo(state);
    }

    @ParameterizedTest
    @EnumSource
    void everyIntent_canBeWithdrawnToTheStableStateOfWhatIsOnFlash(RedundancyState state) {
        List<RedundancyEvent> ways = Stream.of(RedundancyEvent.COOLED, RedundancyEvent.HEATED, RedundancyEvent.CANCEL)
                .filter(state::allows)
                .toList();
        assertThat(ways).hasSize(state.isIntermediate() ? 1 : 0);
        ways.forEach(way -> assertThat(state.next(way)).isEqualTo(RedundancyState.stable(state.livePolicy())));
    }

    @Test
    void codes_comeBack_andUnknownOnesAreNamed() {
        for (RedundancyState state : RedundancyState.values()) {
            assertThat(RedundancyState.ofCode(state.code())).isEqualTo(state);
        }
        for (RedundancyEvent event : RedundancyEvent.values()) {
            assertThat(RedundancyEvent.ofCode(event.code())).isEqualTo(event);
        }
        for (RedundancyPolicy policy : RedundancyPolicy.values()) {
            assertThat(RedundancyPolicy.ofCode(policy.code())).isEqualTo(policy);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 11})
    void codes_thatNobodyKnows_areNamedInTheError(int code) {
        String expected = "'" + code + "' given, expected 1";
        assertThatThrownBy(() -> RedundancyState.ofCode(code)).hasMessageContaining(expected);
        assertThatThrownBy(() -> RedundancyEvent.ofCode(code)).hasMessageContaining(expected);
        assertThatThrownBy(() -> RedundancyPolicy.ofCode(code)).hasMessageContaining(expected);
    }
}
