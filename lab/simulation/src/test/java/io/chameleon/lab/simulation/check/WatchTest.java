package io.chameleon.lab.simulation.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.lab.simulation.history.History;
import io.chameleon.lab.simulation.history.VersionHistory;
import io.chameleon.lab.simulation.role.ClusterShape;
import io.chameleon.lab.simulation.role.FlashRig;
import io.chameleon.lab.simulation.role.ForwardingTables;
import io.chameleon.lab.simulation.role.Tables;
import io.chameleon.lab.simulation.role.Tally;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.testkit.table.InMemoryMappingTable;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is seen of each transaction: fences first of all. */
class WatchTest {
    private static final ObjectId OBJECT = new ObjectId(Rows.BUCKET, "k");
    private static final InstantSource CLOCK = () -> Instant.ofEpochMilli(1_800_000_000_000L);

    private final World world = new World(1);
    private final InMemoryMappingTable table = new InMemoryMappingTable(CLOCK, ClusterShape.GRACE);
    private final WriteIds ids = new WriteIds(CLOCK, new SplittableRandom(1));
    private final Tally tally = new Tally();
    private final Invariants invariants = new Invariants(world, List::of, _ -> null, Map.of());
    private final Watch watch = watch(sound());

    private Tables sound() {
        return new ForwardingTables(table, table, table, table, table::buckets, table::uploads, table::versions);
    }

    private Watch watch(Tables tables) {
        return new Watch(
                world,
                tables,
                tally,
                invariants,
                new VersionWatch(
                        world, tally, invariants, new History(), new VersionHistory(List.of()), new AtomicLong()));
    }

    /** Tables that take any fence for the current one, and do all that they are asked. */
    private Watch careless() {
        return watch(new ForwardingTables(sound()) {
            @Override
            public int sweepUploads(long fence, int limit) {
                return 0;
            }

            @Override
            public BalancerEpoch advanceEpoch(long fence) {
                return new BalancerEpoch(fence, 100, "b", 0);
            }

            @Override
            public void storePlan(long fence, StoredPlan plan) {}

            @Override
            public List<Remap.Outcome> remap(long fence, List<Remap> remaps) {
                return remaps.stream().map(_ -> Remap.Outcome.APPLIED).toList();
            }

            @Override
            public Remap.Outcome migrate(long fence, Migration migration) {
                return Remap.Outcome.APPLIED;
            }

            @Override
            public Remap.Outcome repair(long fence, Repair repair) {
                return Remap.Outcome.APPLIED;
            }
        });
    }

    private static Remap remap(long epoch, long version) {
        return new Remap(OBJECT, version, RedundancyEvent.COOLED, null, epoch, "a test");
    }

    private static Repair repair() {
        return new Repair(OBJECT, new WriteId(1, 2), 1, Rows.copies(), Rows.copies(), List.of(), 0, "a test");
    }

    /** Every change that only the leader may make. */
    static Stream<Named<BiConsumer<Watch, Long>>> changes() {
        return Stream.of(
                Named.of("a sweep", (watch, fence) -> watch.sweepUploads(fence, 10)),
                Named.of("the end of an epoch", (watch, fence) -> watch.advanceEpoch(fence)),
                Named.of("a plan", (watch, fence) -> watch.storePlan(fence, new StoredPlan(1, List.of(), false))),
                Named.of("a remap", (watch, fence) -> watch.remap(fence, List.of(remap(1, 1)))),
                Named.of(
                        "a migration",
                        (watch, fence) -> watch.migrate(fence, new Migration(OBJECT, 1, new WriteId(3, 4), 1))),
                Named.of("a repair", (watch, fence) -> watch.repair(fence, repair())));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void change_underTheCurrentFence_isSound(BiConsumer<Watch, Long> change) {
        Watch careless = careless();
        change.accept(careless, careless.claim("b0").fence());
        assertThat(world.violation()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("changes")
    void change_underAFormerFence_thatIsCarriedOut_isAViolation(BiConsumer<Watch, Long> change) {
        Watch careless = careless();
        long former = careless.claim("b0").fence();
        long current = careless.claim("b1").fence();
        change.accept(careless, former);
        assertThat(world.violation())
                .startsWith("invariant 5: ")
                .endsWith(" under fence " + former + " was carried out while the fence was " + current);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void change_underAFormerFence_thatTheTableRefuses_isSound(BiConsumer<Watch, Long> change) {
        long former = watch.claim("b0").fence();
        assertThat(watch.claim("b1").fence()).isGreaterThan(former);
        assertThatThrownBy(() -> change.accept(watch, former))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.FENCED));
        assertThat(world.violation()).isEmpty();
    }

    @Test
    void fence_thatDoesNotRise_isAViolation() {
        Watch stuck = watch(new ForwardingTables(sound()) {
            @Override
            public BalancerEpoch claim(String holder) {
                return new BalancerEpoch(7, 1, holder, 0);
            }
        });
        assertThat(stuck.claim("b0").fence()).isEqualTo(7);
        assertThat(world.violation()).isEmpty();
        assertThat(stuck.claim("b1").fence()).isEqualTo(7);
        assertThat(world.violation()).isEqualTo("invariant 5: fence 7 after 7");
    }

    @Test
    void epochs_rise() {
        long fence = watch.claim("b0").fence();
        assertThat(watch.advanceEpoch(fence).epoch()).isEqualTo(2);
        assertThat(watch.advanceEpoch(fence).epoch()).isEqualTo(3);
        assertThat(world.violation()).isEmpty();
    }

    @Test
    void epoch_thatDoesNotRise_isAViolation() {
        Watch careless = careless();
        long fence = careless.claim("b0").fence();
        assertThat(careless.advanceEpoch(fence).epoch()).isEqualTo(100);
        assertThat(careless.advanceEpoch(fence).epoch()).isEqualTo(100);
        assertThat(world.violation()).isEqualTo("epoch 100 after 100");
    }

    /** A leader that is not sure whether its batch arrived sends it again. */
    @Test
    void remap_thatIsAppliedTwice_isAViolation() {
        Watch careless = careless();
        long fence = careless.claim("b0").fence();
        assertThat(careless.remap(fence, List.of(remap(1, 1), remap(2, 1), remap(1, 2))))
                .hasSize(3);
        assertThat(world.violation()).as("of other epochs and versions").isEmpty();
        assertThat(careless.remap(fence, List.of(remap(1, 1)))).hasSize(1);
        assertThat(world.violation()).isEqualTo("invariant 5: the remap of " + OBJECT + " 1 1 was applied twice");
    }

    @Test
    void remap_thatIsRepeated_andHasNoEffectAgain_isSound() {
        Watch repeating = watch(new ForwardingTables(sound()) {
            @Override
            public List<Remap.Outcome> remap(long fence, List<Remap> remaps) {
                return List.of(Remap.Outcome.ALREADY_APPLIED);
            }
        });
        long fence = repeating.claim("b0").fence();
        for (int i = 0; i < 2; i++) {
            assertThat(repeating.remap(fence, List.of(remap(1, 1)))).hasSize(1);
        }
        assertThat(world.violation()).isEmpty();
        assertThat(tally.counts()).containsEntry("remap ALREADY_APPLIED", 2L).doesNotContainKey("remap COOLED");
    }

    private Commit commit(Condition condition) {
        WriteId write = ids.next();
        ObjectContent content = new ObjectContent(write, 3_000, FlashRig.BYTES, 0, "", Map.of());
        return new Commit(OBJECT, content, Rows.copies(), List.of(), condition);
    }

    /** The checks are what the simulation is for: no change may come between two of them. */
    @Test
    void everyChange_isFollowedByACheck() {
        watch.buckets().create(Rows.BUCKET, "");
        long before = invariants.checks();
        watch.commit(List.of(commit(Condition.NONE)));
        assertThat(invariants.checks()).isEqualTo(before + 1);
        watch.updateMetadata(new MetadataUpdate(OBJECT, "text/plain", Map.of(), Condition.NONE));
        assertThat(invariants.checks()).isEqualTo(before + 2);
        watch.delete(OBJECT, Condition.NONE);
        assertThat(invariants.checks()).isEqualTo(before + 3);
        watch.discard(new ChunkUpload.Key(Rows.BUCKET, new WriteId(1, 2)));
        assertThat(invariants.checks()).isEqualTo(before + 4);
        watch.collected(List.of(1L));
        assertThat(invariants.checks()).isEqualTo(before + 5);
        watch.versions().delete(OBJECT, null, Condition.NONE);
        assertThat(invariants.checks()).isEqualTo(before + 6);
    }

    @Test
    void lookups_areNotFollowedByACheck() {
        assertThat(watch.lookup(OBJECT).mapping()).isNull();
        assertThat(watch.versions().find(OBJECT, null)).isNull();
        assertThat(invariants.checks()).isZero();
    }

    /** Without them nobody would know whether a run has tried anything. */
    @Test
    void outcomes_areCounted() {
        watch.buckets().create(Rows.BUCKET, "");
        watch.commit(List.of(commit(Condition.NONE)));
        watch.commit(List.of(commit(Condition.IF_ABSENT)));
        watch.discard(new ChunkUpload.Key(Rows.BUCKET, new WriteId(1, 2)));
        WriteId upload = ids.next();
        watch.uploads().begin(new NewUpload(OBJECT, upload, "", null, "", Map.of()));
        assertThat(watch.uploads().abort(OBJECT, upload)).isTrue();
        assertThat(watch.uploads().abort(OBJECT, upload)).isFalse();
        assertThat(tally.counts())
                .containsEntry("commit COMMITTED", 1L)
                .containsEntry("commit PRECONDITION_FAILED", 1L)
                .containsEntry("discard NOT_FOUND", 1L)
                .containsEntry("upload abort DONE", 1L)
                .containsEntry("upload abort NOT_FOUND", 1L);
    }
}
