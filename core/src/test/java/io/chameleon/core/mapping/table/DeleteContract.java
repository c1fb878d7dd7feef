package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.DOG;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.CommitContract.THREE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Condition.IfMatch;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import org.junit.jupiter.api.Test;

/** Deletes (reading 17). */
public interface DeleteContract {
    TableFixture table();

    @Test
    default void delete_dropsTheRowAndQueuesItsFragments() {
        TableFixture table = table();
        ObjectMapping row = table.put(CAT, SIX);
        ObjectMapping other = table.put(DOG, SIX);

        assertThat(table.mapping.delete(CAT, Condition.NONE)).isEqualTo(DeleteResult.DELETED);
        assertThat(table.mapping.lookup(CAT).mapping()).isNull();
        assertThat(table.garbageOf(row.writeId())).containsExactlyInAnyOrderElementsOf(SIX.servers());
        assertThat(table.row(DOG)).isEqualTo(other);
        assertThat(table.garbageOf(other.writeId())).isEmpty();
        assertThat(table.mapping.delete(CAT, Condition.NONE)).isEqualTo(DeleteResult.NOT_FOUND);
    }

    @Test
    default void delete_betweenRemapAndWrite_dropsIntentAndHistoryAndQueuesTheSource() {
        TableFixture table = table();
        ObjectMapping row = table.put(CAT, SIX);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        table.mapping.delete(CAT, Condition.NONE);

        assertThat(table.garbage())
                .extracting(Garbage::server)
                .as("nothing was written at the destination")
                .containsExactlyInAnyOrderElementsOf(SIX.servers());
        assertThat(table.garbageOf(row.writeId())).hasSize(6);
        assertThat(table.mapping.history(CAT)).isEmpty();
        assertThat(table.remaps.pending(Long.MAX_VALUE, null, 10)).isEmpty();
        assertThat(table.remaps.countByState()).isEmpty();
    }

    @Test
    default void delete_whoseConditionFails_changesNothing() {
        TableFixture table = table();
        ObjectMapping row = table.put(CAT, SIX);

        assertThat(table.mapping.delete(CAT, new IfMatch(table.newWriteId())))
                .isEqualTo(DeleteResult.PRECONDITION_FAILED);
        assertThat(table.mapping.delete(CAT, Condition.IF_ABSENT)).isEqualTo(DeleteResult.PRECONDITION_FAILED);
        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(table.garbage()).isEmpty();

        assertThat(table.mapping.delete(CAT, new IfMatch(row.content().contentId())))
                .isEqualTo(DeleteResult.DELETED);
    }

    @Test
    default void delete_ofAnUnknownObject_findsNothing_whateverTheCondition() {
        TableFixture table = table();
        assertThat(table.mapping.delete(CAT, new IfMatch(table.newWriteId()))).isEqualTo(DeleteResult.NOT_FOUND);
        assertThat(table.mapping.delete(CAT, Condition.IF_ABSENT)).isEqualTo(DeleteResult.NOT_FOUND);
        assertThat(table.garbage()).isEmpty();
    }

    @Test
    default void objectWrittenAgainAfterDelete_startsAnew() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.put(CAT, SIX);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        table.mapping.delete(CAT, Condition.NONE);
        table.clock.advance(TableFixture.MILLISECOND);
        ObjectMapping reborn = table.put(CAT, SIX);

        assertThat(reborn.state()).isEqualTo(RedundancyState.EC);
        assertThat(reborn.heat(1)).isCloseTo(1, within(1e-9));
        assertThat(reborn.remapEpoch()).isZero();
        assertThat(reborn.createdMillis()).isEqualTo(table.clock.millis());
    }

    @Test
    default void remapPlannedBeforeADelete_doesNotFitTheObjectWrittenAgain() {
        TableFixture table = table();
        ObjectMapping planned = table.put(CAT, SIX);
        Remap upgrade = table.plan(planned, RedundancyEvent.UPGRADE, THREE);
        table.mapping.delete(CAT, Condition.NONE);
        ObjectMapping reborn = table.put(CAT, THREE);

        assertThat(table.apply(upgrade)).isEqualTo(Remap.Outcome.STALE);
        assertThat(table.row(CAT)).isEqualTo(reborn);
    }
}
