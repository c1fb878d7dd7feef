package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.common.Document;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.choice.WearPolicies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TablesTest {
    private static String table(String id) throws IOException {
        Effort effort = new Effort(0.003, List.of(1L), 8, Map.of());
        Figure table = Tables.chameleon(effort).stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(table.cells()).isEmpty();
        assertThat(table.claims()).isEmpty();
        Document document = new Document("by hand");
        table.write(new Results(1, Map.of()), new Section(document, Path.of("unused")));
        return document.markdown();
    }

    /** The emulator's devices are those of the paper wherever it names a number. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "| page size | 4 KB | 4 KiB |",
                "| block size | 256 KB | 256 KiB |",
                "| read latency | 25 µs | 25 µs |",
                "| write latency | 200 µs | 200 µs |",
                "| erase latency | 1.5 ms | 1500 µs |",
                "| over-provisioned space | 15 % | 15 % |",
                "fills 0.85 of the logical space on average",
                "| endurance | not given | 3000 erases |",
            })
    void tableII_saysPrintedAndOurs(String line) throws IOException {
        assertThat(table("chameleon-table-2")).contains(line);
    }

    /** Whoever reads the table may ask {@code emulate --scheme} for each of its names. */
    @Test
    void tableIV_namesSchemesThatExist() throws IOException {
        List<String> names = Pattern.compile("`([a-z-]+)`")
                .matcher(table("chameleon-table-4"))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(names)
                .contains("chameleon", "edm-hdf", "edm-cdf", "rep", "ec", "rep-ec", "predictive", "cmt", "none");
        names.stream()
                .filter(name -> !List.of("rep", "ec").contains(name))
                .forEach(name -> assertThat(WearPolicies.byName(name, PolicyConfig.defaults()))
                        .isNotNull());
    }
}
