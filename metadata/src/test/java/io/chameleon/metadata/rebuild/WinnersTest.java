package io.chameleon.metadata.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.rebuild.table.RebuiltVersion;
import io.chameleon.metadata.rebuild.table.RebuiltVersion.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WinnersTest {
    private static final Placement PLACEMENT = new Placement(
            RedundancyScheme.parse("REP(3)"),
            List.of(new ServerId("flash-0"), new ServerId("flash-1"), new ServerId("flash-2")));

    private final RebuildReport report = new RebuildReport();
    private final List<RebuiltVersion> placed = new ArrayList<>();
    private final Winners winners = new Winners(placed::add, report, Map.of());

    @Test
    void newestVersion_wins_andOlderOnesAreCounted() {
        RebuiltVersion newest = version("a", 3, State.READABLE);
        List.of(newest, version("a", 2, State.READABLE), version("a", 1, State.UNREADABLE))
                .forEach(winners);
        RebuiltVersion other = version("b", 1, State.READABLE);
        winners.accept(other);

        assertThat(placed).containsExactly(newest, other);
        assertThat(report.older()).isEqualTo(2);
        assertThat(report.unplaced()).isEmpty();
    }

    @Test
    void versionThatCannotBeRead_isNotReplacedByAnOlderOne_butNamed() {
        List.of(version("a", 3, State.UNREADABLE), version("a", 2, State.READABLE))
                .forEach(winners);

        assertThat(placed).isEmpty();
        assertThat(report.unplacedCount()).isEqualTo(1);
        assertThat(report.unplaced().getFirst().id()).isEqualTo(new ObjectId("photos", "a"));
        assertThat(report.unplaced().getFirst().written()).hasToString("1970-01-01T00:00:00.003Z");
    }

    @Test
    void versionThatWasNeverAcknowledged_givesWay_andCountsOnce() {
        RebuiltVersion older = version("a", 2, State.READABLE);
        List.of(version("a", 3, State.UNFINISHED), version("a", 3, State.UNFINISHED), older)
                .forEach(winners);

        assertThat(placed).containsExactly(older);
        assertThat(report.unfinished()).isEqualTo(1);
    }

    private static RebuiltVersion version(String key, long millis, State state) {
        WriteId write = WriteId.firstOf(millis);
        ObjectContent content = new ObjectContent(write, 5, 10, 7, "", Map.of());
        return new RebuiltVersion(
                MappingRules.rebuilt(new ObjectId("photos", key), write, content, PLACEMENT, false),
                List.of(),
                state,
                "");
    }
}
