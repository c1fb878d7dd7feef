package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.ManualClock;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.database.Database;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two metadata processes that count the writes of their commits, and follow the redirects of a leader. */
@SharedDatabase
class GroupKeeperTest {
    private static final Duration GRACE = Duration.ofHours(1);
    private static final ObjectId CAT = new ObjectId("photos", "cat");
    private static final Placement HERE = place(0);
    private static final Placement THERE = place(1);
    private static final Group CATS = new Group(HashRanges.OF_OBJECTS.of(CAT), HERE);

    private final ManualClock clock = new ManualClock();
    private final Database database = PostgresForTests.emptied();
    private final GroupKeeper one = new GroupKeeper(database);
    private final GroupKeeper other = new GroupKeeper(database);
    private final PostgresMappingTable table = new PostgresMappingTable(database, clock, GRACE, one);
    private final PostgresMappingTable otherTable = new PostgresMappingTable(database, clock, GRACE, other);
    private final PostgresRemapTable remaps = new PostgresRemapTable(database, clock, GRACE);
    private final WriteIds writeIds = new WriteIds(clock, new SplittableRandom(1));
    private final long fence = remaps.claim("leader").fence();

    private static Placement place(int first) {
        return new Placement(
                RedundancyScheme.EC_4_2,
                IntStream.range(first, first + 6)
                        .mapToObj(i -> new ServerId("s" + i))
                        .toList());
    }

    private ObjectMapping write(PostgresMappingTable by, Placement used) {
        ObjectContent content =
                new ObjectContent(writeIds.next(), 5 * 4096, ObjectContent.MAX_SEGMENT_BYTES, 0, "", Map.of());
        Commit commit = new Commit(CAT, content, used, List.of(), Condition.NONE);
        return Objects.requireNonNull(by.commit(List.of(commit)).getFirst().current());
    }

    private GroupHeat.Of heat(Placement place, long epoch) {
        return remaps.hottestGroups(epoch, 10).stream()
                .filter(of -> of.group().place().equals(place))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void writesOfAllProcesses_addUp_andMoveWithTheirObject() {
        write(table, HERE);
        write(otherTable, HERE);
        one.flush();
        other.flush();
        ObjectMapping row = write(table, HERE);
        one.flush();
        one.flush();
        assertThat(heat(HERE, 1).group()).isEqualTo(CATS);
        assertThat(heat(HERE, 1).heat()).isCloseTo(row.heat(1), within(1e-9));
        assertThat(heat(HERE, 1).pages()).allSatisfy(pages -> assertThat(pages).isCloseTo(2 * 3, within(1e-9)));
        assertThat(heat(HERE, 3).heat()).isCloseTo(3.0 / 4, within(1e-9));

        ObjectMapping moved = write(otherTable, THERE);
        other.flush();
        assertThat(heat(THERE, 1).heat()).isCloseTo(moved.heat(1), within(1e-9));
        assertThat(remaps.hottestGroups(1, 10)).hasSize(1);
    }

    @Test
    void heat_halvesWithEachEpoch_andWritesOfTheNewOneAddToIt() {
        write(table, HERE);
        one.flush();
        assertThat(remaps.hottestGroups(1, 10)).as("nothing was overwritten").isEmpty();
        write(table, HERE);
        one.flush();
        assertThat(remaps.advanceEpoch(fence).epoch()).isEqualTo(2);
        ObjectMapping row = write(table, HERE);
        one.flush();
        assertThat(row.heat(2)).isCloseTo(2, within(1e-9));
        assertThat(heat(HERE, 2).heat()).isCloseTo(2, within(1e-9));
    }

    @Test
    void redirects_reachEveryProcess_andEndOnceNobodyWritesTheGroup() {
        write(table, HERE);
        ObjectMapping row = write(table, HERE);
        one.flush();
        remaps.redirect(fence, List.of(new Redirect(CATS, THERE, "test")), 100);
        assertThat(other.redirected(row)).isSameAs(row);
        other.refresh();
        assertThat(other.redirected(row).destination()).isEqualTo(THERE);
        assertThat(other.redirected(row).live()).isEqualTo(HERE);

        for (int epoch = 1; epoch < 13; epoch++) {
            assertThat(remaps.advanceEpoch(fence).epoch()).isEqualTo(epoch + 1);
        }
        remaps.redirect(fence, List.of(), 100);
        assertThat(remaps.redirects().destinations()).isEmpty();
        assertThat(remaps.hottestGroups(1, 10)).isEmpty();
        other.refresh();
        assertThat(other.redirected(row)).isSameAs(row);
    }

    @Test
    void sumsOfManyGroups_areWrittenAtOnce() {
        for (int i = 0; i < 500; i++) {
            ObjectContent content =
                    new ObjectContent(writeIds.next(), 100, ObjectContent.MAX_SEGMENT_BYTES, 0, "", Map.of());
            ObjectId id = new ObjectId("photos", "object-" + i);
            ObjectContent again =
                    new ObjectContent(writeIds.next(), 100, ObjectContent.MAX_SEGMENT_BYTES, 0, "", Map.of());
            var unused = table.commit(List.of(
                    new Commit(id, content, HERE, List.of(), Condition.NONE),
                    new Commit(id, again, HERE, List.of(), Condition.NONE)));
        }
        one.flush();
        List<GroupHeat.Of> hottest = remaps.hottestGroups(1, 1_000);
        assertThat(hottest.stream().mapToDouble(GroupHeat.Of::heat).sum()).isCloseTo(1_000, within(1e-6));
        assertThat(hottest).isSortedAccordingTo((a, b) -> Double.compare(b.heat(), a.heat()));
        assertThat(remaps.hottestGroups(1, 7)).hasSize(7);
    }
}
