package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.CommitContract.THREE;
import static io.chameleon.core.mapping.table.RemapContract.OTHER_SIX;
import static io.chameleon.core.mapping.table.TableFixture.GRACE;
import static io.chameleon.core.mapping.table.TableFixture.MILLISECOND;
import static io.chameleon.core.mapping.table.TableFixture.ec;
import static io.chameleon.core.mapping.table.TableFixture.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap.Outcome;
import io.chameleon.core.redundancy.IllegalTransitionException;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bulk migrations of objects without writes, against writes, the reaper and reconciliation. */
public interface MigrationContract {
    TableFixture table();

    private ObjectMapping swapped(Placement destination) {
        table().put(CAT, SIX);
        return table().remap(CAT, RedundancyEvent.SWAP, destination);
    }

    @Test
    default void migration_codedAnew_flipsToTheNewFragmentsAndQueuesTheOld() {
        TableFixture table = table();
        table.put(CAT, THREE);
        ObjectMapping waiting = table.remap(CAT, RedundancyEvent.DOWNGRADE, SIX);
        table.remaps.advanceEpoch(table.fence());
        table.clock.advance(MILLISECOND);
        WriteId newWriteId = table.newWriteId();

        assertThat(table.migrate(waiting, newWriteId)).isEqualTo(Outcome.APPLIED);
        ObjectMapping row = table.row(CAT);
        assertThat(row)
                .isEqualTo(new ObjectMapping(
                        CAT,
                        newWriteId,
                        waiting.content(),
                        RedundancyState.EC,
                        null,
                        SIX,
                        false,
                        waiting.remapEpoch(),
                        waiting.heatScore(),
                        waiting.lastWriteEpoch(),
                        1,
                        waiting.createdMillis(),
                        waiting.modifiedMillis(),
                        waiting.version() + 1,
                        false,
                        ""));
        assertThat(table.garbageOf(waiting.writeId())).containsExactlyInAnyOrderElementsOf(THREE.servers());
        EpochLogEntry migrated = table.mapping.history(CAT).get(1);
        assertThat(migrated)
                .isEqualTo(new EpochLogEntry(
                        CAT,
                        2,
                        RedundancyEvent.MIGRATED,
                        RedundancyState.LATE_EC,
                        RedundancyState.EC,
                        List.of(),
                        SIX.servers(),
                        migrated.reason(),
                        table.clock.millis()));
        assertThat(migrated.reason()).isNotEmpty();
    }

    @Test
    default void migration_ofUnchangedFragments_queuesOnlyThoseThatMoved() {
        TableFixture table = table();
        ObjectMapping waiting = swapped(ec(1, 2, 3, 4, 11, 12));

        assertThat(table.migrate(waiting, waiting.writeId())).isEqualTo(Outcome.APPLIED);
        assertThat(table.row(CAT).writeId()).isEqualTo(waiting.writeId());
        assertThat(table.row(CAT).live()).isEqualTo(ec(1, 2, 3, 4, 11, 12));
        assertThat(table.garbageOf(waiting.writeId())).containsExactlyInAnyOrder(server(5), server(6));
    }

    @Test
    default void migration_ofADegradedObject_makesItWhole() {
        TableFixture table = table();
        ObjectMapping written = table.put(CAT, SIX);
        table.mapping.reportDamage(new Damage(CAT, written.writeId(), List.of(3)));
        ObjectMapping waiting = table.remap(CAT, RedundancyEvent.SWAP, OTHER_SIX);
        table.migrate(waiting, table.newWriteId());

        assertThat(table.row(CAT).degraded()).isFalse();
    }

    @Test
    default void repeatedMigration_changesNothing() {
        TableFixture table = table();
        ObjectMapping waiting = swapped(OTHER_SIX);
        WriteId newWriteId = table.newWriteId();
        table.migrate(waiting, newWriteId);
        ObjectMapping row = table.row(CAT);
        List<Garbage> garbage = table.garbage();

        assertThat(table.migrate(waiting, newWriteId)).isEqualTo(Outcome.ALREADY_APPLIED);
        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(table.garbage()).isEqualTo(garbage);
        assertThat(table.mapping.history(CAT)).hasSize(2);
    }

    @Test
    default void repeatedMigration_ofUnchangedFragments_changesNothing() {
        TableFixture table = table();
        ObjectMapping waiting = swapped(OTHER_SIX);
        table.migrate(waiting, waiting.writeId());
        ObjectMapping row = table.row(CAT);

        assertThat(table.migrate(waiting, waiting.writeId())).isEqualTo(Outcome.ALREADY_APPLIED);
        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(table.garbageOf(waiting.writeId())).containsExactlyInAnyOrderElementsOf(SIX.servers());
    }

    @Test
    default void migration_overtakenByAWriteOrARemap_isStale() {
        TableFixture table = table();
        ObjectMapping waiting = swapped(OTHER_SIX);
        ObjectMapping cancelled = table.remap(CAT, RedundancyEvent.RETARGET, ec(1, 2, 3, 10, 11, 12));
        assertThat(table.migrate(waiting, table.newWriteId())).isEqualTo(Outcome.STALE);
        assertThat(table.row(CAT)).isEqualTo(cancelled);

        ObjectMapping written = table.put(CAT, SIX);
        assertThat(table.migrate(cancelled, table.newWriteId())).isEqualTo(Outcome.STALE);
        assertThat(table.row(CAT)).isEqualTo(written);
    }

    @Test
    default void migration_ofADeletedObject_isGone_alsoWhenItsNameIsUsedAgain() {
        TableFixture table = table();
        ObjectMapping waiting = swapped(OTHER_SIX);
        table.mapping.delete(CAT, Condition.NONE);
        assertThat(table.migrate(waiting, table.newWriteId())).isEqualTo(Outcome.GONE);

        ObjectMapping reborn = swapped(OTHER_SIX);
        assertThat(table.migrate(waiting, table.newWriteId())).isEqualTo(Outcome.STALE);
        assertThat(table.row(CAT)).isEqualTo(reborn);
    }

    @Test
    default void migration_ofAStateThatDoesNotMigrate_isAnError() {
        TableFixture table = table();
        ObjectMapping stable = table.put(CAT, SIX);
        assertThatThrownBy(() -> table.migrate(stable, table.newWriteId()))
                .isInstanceOf(IllegalTransitionException.class);

        ObjectMapping hot = table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        assertThatThrownBy(() -> table.migrate(hot, table.newWriteId())).isInstanceOf(IllegalTransitionException.class);
        assertThat(table.row(CAT)).isEqualTo(hot);
        assertThat(table.garbage()).isEmpty();
    }

    /** Reconciliation trims fragments of that age that are not live: the copy may be gone. */
    @Test
    default void migration_toACopyOlderThanTheGracePeriod_isRefused() {
        TableFixture table = table();
        ObjectMapping waiting = swapped(OTHER_SIX);
        WriteId copy = table.newWriteId();
        table.clock.advance(GRACE.plus(MILLISECOND));

        assertThat(table.migrate(waiting, copy)).isEqualTo(Outcome.STALE);
        assertThat(table.row(CAT)).isEqualTo(waiting);
        assertThat(table.garbage()).isEmpty();
        assertThat(table.migrate(waiting, table.newWriteId())).isEqualTo(Outcome.APPLIED);
    }

    @Test
    default void migration_ofUnchangedFragments_mayBeOfAnyAge() {
        TableFixture table = table();
        ObjectMapping waiting = swapped(OTHER_SIX);
        table.clock.advance(GRACE.multipliedBy(100));
        assertThat(table.migrate(waiting, waiting.writeId())).isEqualTo(Outcome.APPLIED);
    }

    /** The reaper may be about to delete that write's fragments there, or may have done so after they were copied. */
    @Test
    default void migration_backToAServerWithAnOutboxRowOfThatWrite_isRefusedUntilTheRowIsDropped() {
        TableFixture table = table();
        ObjectMapping there = swapped(OTHER_SIX);
        table.migrate(there, there.writeId());
        ObjectMapping back = table.remap(CAT, RedundancyEvent.SWAP, SIX);

        assertThat(table.migrate(back, back.writeId())).as("not collected yet").isEqualTo(Outcome.STALE);
        table.collectAll();
        assertThat(table.migrate(back, back.writeId())).as("just collected").isEqualTo(Outcome.STALE);
        assertThat(table.row(CAT)).isEqualTo(back);

        table.clock.advance(GRACE.plus(MILLISECOND));
        assertThat(table.migrate(back, back.writeId())).isEqualTo(Outcome.APPLIED);
    }
}
