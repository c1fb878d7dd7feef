package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.DOG;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.CommitContract.THREE;
import static io.chameleon.core.mapping.table.TableFixture.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Condition.IfMatch;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Updates of content type and user metadata alone. */
public interface MetadataContract {
    Map<String, String> PAIRS = Map.of("camera", "Zorki", "colour", "grün");

    TableFixture table();

    private UpdateResult update(ObjectId id, Condition condition) {
        return table().mapping.updateMetadata(new MetadataUpdate(id, "image/gif", PAIRS, condition));
    }

    /** The row that an update must leave behind. */
    private ObjectMapping described(ObjectMapping before) {
        return before.with()
                .content(before.content().described("image/gif", PAIRS))
                .modifiedMillis(table().clock.millis())
                .version(before.version() + 1)
                .build();
    }

    @Test
    default void update_replacesTypeAndPairs_andNothingElse() {
        TableFixture table = table();
        ObjectMapping before = table.put(CAT, SIX);
        ObjectMapping other = table.put(DOG, SIX);
        QuotaStatus used = table.quotas.quota(QuotaScope.bucket(BUCKET));
        table.clock.advance(TableFixture.MILLISECOND);

        UpdateResult result = update(CAT, Condition.NONE);

        assertThat(result).isEqualTo(new UpdateResult(UpdateResult.Status.UPDATED, described(before)));
        assertThat(table.row(CAT)).isEqualTo(described(before));
        assertThat(table.row(DOG)).isEqualTo(other);
        assertThat(table.garbage()).isEmpty();
        assertThat(table.quotas.quota(QuotaScope.bucket(BUCKET))).isEqualTo(used);
        assertThat(table.mapping
                        .list(new ListQuery(BUCKET, "", "", "", 10))
                        .objects()
                        .get(0))
                .isEqualTo(described(before));
    }

    @Test
    default void update_isConditionalOnTheVersion_whichItDoesNotChange() {
        TableFixture table = table();
        ObjectMapping before = table.put(CAT, SIX);
        IfMatch current = new IfMatch(before.content().contentId());

        assertThat(update(CAT, new IfMatch(table.newWriteId())))
                .isEqualTo(new UpdateResult(UpdateResult.Status.PRECONDITION_FAILED, before));
        assertThat(update(CAT, Condition.IF_ABSENT).status()).isEqualTo(UpdateResult.Status.PRECONDITION_FAILED);
        assertThat(table.row(CAT)).isEqualTo(before);

        assertThat(update(CAT, current).status()).isEqualTo(UpdateResult.Status.UPDATED);
        assertThat(update(CAT, current).status()).as("again").isEqualTo(UpdateResult.Status.UPDATED);
    }

    @Test
    default void update_ofAnUnknownObject_findsNothing_whateverTheCondition() {
        UpdateResult nothing = new UpdateResult(UpdateResult.Status.NOT_FOUND, null);
        assertThat(update(CAT, Condition.NONE)).isEqualTo(nothing);
        assertThat(update(CAT, Condition.IF_ABSENT)).isEqualTo(nothing);
        assertThat(update(CAT, new IfMatch(table().newWriteId()))).isEqualTo(nothing);
        assertThat(table().mapping.lookup(CAT).mapping()).isNull();
    }

    @Test
    default void update_inAPendingTransitionOfADamagedObject_leavesBoth() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        ObjectMapping before = table.damage(CAT, 2);

        update(CAT, Condition.NONE);

        assertThat(table.row(CAT)).isEqualTo(described(before));
        assertThat(table.repairs()).extracting(RepairTask::missing).containsExactly(List.of(2));
        assertThat(table.repairs()).extracting(RepairTask::row).containsExactly(described(before));
    }

    @Test
    default void planMadeBeforeAnUpdate_doesNotFit() {
        TableFixture table = table();
        Remap upgrade = table.plan(table.put(CAT, SIX), RedundancyEvent.UPGRADE, THREE);

        update(CAT, Condition.NONE);

        assertThat(table.apply(upgrade)).isEqualTo(Remap.Outcome.STALE);
    }

    @Test
    default void commitRepeatedAfterAnUpdate_doesNotUndoIt_theNextWriteDoes() {
        TableFixture table = table();
        Commit first = table.write(CAT, SIX);
        table.commit(first);
        ObjectMapping updated = update(CAT, Condition.NONE).current();

        assertThat(table.commit(first)).isEqualTo(new CommitResult(CommitResult.Status.COMMITTED, updated));
        assertThat(table.row(CAT)).isEqualTo(updated);
        assertThat(table.put(CAT, SIX).content().userMetadata()).isEqualTo(Map.of("camera", "Leica"));
    }

    @Test
    default void updateOfALargeObject_leavesItsChunks() {
        TableFixture table = table();
        WriteId upload = table.newWriteId();
        for (int number = 0; number < 2; number++) {
            ObjectContent chunk = new ObjectContent(table.newWriteId(), 32_768, 16_384, 1, "", Map.of());
            table.commit(new Commit(Chunks.id(BUCKET, upload, number), chunk, SIX, List.of(), Condition.IF_ABSENT));
        }
        ObjectContent whole = new ObjectContent(upload, 65_536, 16_384, 32_768, 1, "", Map.of());
        table.commit(new Commit(CAT, whole, SIX, List.of(), Condition.NONE));
        ObjectMapping chunk = table.row(Chunks.id(BUCKET, upload, 1));
        ObjectMapping before = table.row(CAT);

        update(CAT, Condition.NONE);

        assertThat(table.row(CAT)).isEqualTo(described(before));
        assertThat(table.row(Chunks.id(BUCKET, upload, 1))).isEqualTo(chunk);
    }
}
