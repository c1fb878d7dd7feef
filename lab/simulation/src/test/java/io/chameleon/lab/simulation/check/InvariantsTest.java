package io.chameleon.lab.simulation.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.upload.Extent;
import io.chameleon.lab.simulation.role.FlashRig;
import io.chameleon.lab.simulation.role.FlashRole;
import io.chameleon.server.store.Fragment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Each check passes on a sound cluster and reports what is planted. */
class InvariantsTest {
    private final FlashRig rig = new FlashRig(4);
    private final List<ObjectMapping> rows = new ArrayList<>();
    private final Map<WriteId, List<Extent>> lists = new HashMap<>();
    private final Invariants invariants = new Invariants(
            rig.world(), () -> List.copyOf(rows), row -> lists.get(row.content().contentId()), rig.servers());
    private final FragmentsAtRest atRest = new FragmentsAtRest(rig.world(), () -> List.copyOf(rows), rig.servers());

    /** One segment, three copies on s0, s1 and s2. */
    private ObjectMapping store(String key) {
        WriteId write = rig.write();
        rig.putCopies(write, 0, rig.server(0), rig.server(1), rig.server(2));
        ObjectMapping row = Rows.row(key, write, 1, Rows.copies());
        rows.add(row);
        return row;
    }

    private void degrade(ObjectMapping row) {
        rows.replaceAll(each -> each.equals(row) ? Rows.degraded(row) : each);
    }

    /** Behind the cluster's back. */
    private void erase(ObjectMapping row, int server) {
        rig.server(server).erase(row.writeId());
        rig.run(Duration.ofSeconds(1));
    }

    private void check() {
        invariants.check("a test");
    }

    private void checkAll() {
        check();
        atRest.checkRepaired();
        atRest.checkAtRest();
        atRest.checkUploads();
        assertThat(atRest.checkLeaks()).isZero();
    }

    private void sound() {
        assertThat(rig.world().violation()).isEmpty();
    }

    private void violated(String text) {
        assertThat(rig.world().violation()).contains(text);
    }

    private static FragmentId fragment(ObjectMapping row, int index) {
        return new FragmentId(row.writeId(), 0, index);
    }

    @Test
    void wholeObjects_areSound() {
        store("k1");
        store("k2");
        checkAll();
        sound();
        assertThat(invariants.checks()).isOne();
        assertThat(invariants.canLoseAServer()).isTrue();
    }

    @Test
    void missingFragment_isNamedWithItsServer() {
        ObjectMapping row = store("k1");
        erase(row, 1);
        check();
        assertThat(rig.world().violation())
                .isEqualTo("invariant 1 after a test: " + row.id() + " REP misses " + fragment(row, 1) + " on s1");
    }

    @Test
    void missingFragment_ofADegradedObject_isDueToBeRepaired() {
        ObjectMapping row = store("k1");
        erase(row, 1);
        degrade(row);
        check();
        sound();
        atRest.checkRepaired();
        violated(row.id() + " is still degraded when all is quiet: REP on [s0, s1, s2]");
    }

    @Test
    void degradedObject_withoutAnyCopy_isLost() {
        ObjectMapping row = store("k1");
        degrade(row);
        erase(row, 0);
        erase(row, 1);
        check();
        sound();
        erase(row, 2);
        check();
        violated("(degraded) misses");
        violated("and cannot be read");
    }

    @Test
    void serverThatIsDown_isAskedOnceItIsUpAgain() {
        ObjectMapping row = store("k1");
        erase(row, 1);
        rig.server(1).crash();
        check();
        sound();
        rig.server(1).start();
        rig.run(Duration.ofSeconds(10));
        check();
        violated("misses " + fragment(row, 1) + " on s1");
    }

    @Test
    void lostServer_hasNothing() {
        ObjectMapping row = store("k1");
        List<Fragment> unused = rig.server(1).lose();
        check();
        violated("misses " + fragment(row, 1) + " on s1");
    }

    @Test
    void serverThatNeverWas_hasNothing() {
        WriteId write = rig.write();
        rig.putCopies(write, 0, rig.server(0), rig.server(1));
        rows.add(Rows.row("k1", write, 1, Rows.on(RedundancyScheme.REP_3, "s0", "s1", "s9")));
        check();
        violated("on s9");
    }

    @Test
    void everySegment_isLookedAt() {
        ObjectMapping row = store("k1");
        rows.set(0, Rows.row("k1", row.writeId(), 2, Rows.copies()));
        check();
        violated("misses " + new FragmentId(row.writeId(), 1, 0) + " on s0");
    }

    /** Shards of a short segment that hold only padding are stored nowhere. */
    @Test
    void padding_isNotMissed() {
        FlashRig wide = new FlashRig(6);
        WriteId write = wide.write();
        for (int index : new int[] {0, 4, 5}) {
            wide.put(wide.server(index), write, 0, index).join();
        }
        ObjectMapping row =
                Rows.row("k1", write, 1, Rows.on(RedundancyScheme.EC_4_2, "s0", "s1", "s2", "s3", "s4", "s5"));
        Invariants of = new Invariants(wide.world(), () -> List.of(row), _ -> null, wide.servers());
        of.check("a test");
        FragmentsAtRest all = new FragmentsAtRest(wide.world(), () -> List.of(row), wide.servers());
        all.checkAtRest();
        assertThat(all.checkLeaks()).isZero();
        assertThat(wide.world().violation()).isEmpty();
        wide.server(4).erase(write);
        wide.run(Duration.ofSeconds(1));
        of.check("a test");
        assertThat(wide.world().violation()).contains("on s4");
    }

    /** Nobody notices decay before the fragment is read; by the end repair has found it. */
    @Test
    void decayedFragment_isNoDefect_untilAllIsQuiet() {
        ObjectMapping row = store("k1");
        assertThat(invariants.decay(row, 0, 1)).isEqualTo(fragment(row, 1) + " on s1");
        check();
        atRest.checkRepaired();
        sound();
        atRest.checkAtRest();
        violated("redundancy at rest: of " + row.id() + ", REP, " + fragment(row, 1) + " is not whole on s1");
    }

    /** More would be beyond what the store promises to survive. */
    @Test
    void decay_strikesOneFragmentOfASegment_ofAnIntactObject() {
        ObjectMapping one = store("k1");
        ObjectMapping other = store("k2");
        assertThat(invariants.decay(one, 0, 1)).isNotEmpty();
        assertThat(invariants.decay(one, 0, 2)).isEmpty();
        assertThat(invariants.decay(Rows.degraded(other), 0, 0)).isEmpty();
        assertThat(invariants.decay(other, 0, 0)).isNotEmpty();
        assertThat(invariants.decay(Rows.row("k3", rig.write(), 1, Rows.copies()), 0, 0))
                .as("nothing is there")
                .isEmpty();
    }

    @Test
    void decayedOrDegradedObject_keepsServersFromBeingLost() {
        ObjectMapping row = store("k1");
        assertThat(invariants.canLoseAServer()).isTrue();
        assertThat(invariants.decay(row, 0, 1)).isNotEmpty();
        assertThat(invariants.canLoseAServer()).isFalse();
        rows.clear();
        assertThat(invariants.canLoseAServer()).isTrue();
        degrade(store("k2"));
        assertThat(invariants.canLoseAServer()).isFalse();
    }

    private void lose(int server) {
        FlashRole role = rig.server(server);
        invariants.lost(role.id(), role.lose());
    }

    /** What a fault destroyed is not the product's fault, unless nothing is left to repair it from. */
    @Test
    void fragmentsOfALostServer_areForgiven_whileTheObjectCanBeRead() {
        store("k1");
        lose(0);
        lose(1);
        check();
        sound();
        lose(2);
        check();
        violated("and cannot be read");
    }

    private Repair repaired(ObjectMapping row, List<Integer> missing) {
        return new Repair(row.id(), row.writeId(), 1, row.live(), row.destination(), missing, 0, "a test");
    }

    @Test
    void repair_restoresWhatItKnewOf_andNothingElse() {
        ObjectMapping row = store("k1");
        assertThat(invariants.decay(row, 0, 1)).isNotEmpty();
        invariants.repaired(repaired(row, List.of()), List.of());
        assertThat(invariants.canLoseAServer()).as("it knew of no damage").isFalse();
        invariants.repaired(repaired(row, List.of(1)), List.of(1));
        assertThat(invariants.canLoseAServer()).as("it could not restore it").isFalse();
        invariants.repaired(repaired(row, List.of()), List.of(0));
        assertThat(invariants.canLoseAServer()).as("it restored another").isFalse();
        invariants.repaired(repaired(row, List.of()), List.of(1));
        assertThat(invariants.canLoseAServer()).isTrue();
    }

    /** After a repair that reported success, the fragment must be there. */
    @Test
    void repairThatRestoredNothing_isFoundOut() {
        ObjectMapping row = store("k1");
        lose(1);
        check();
        sound();
        invariants.repaired(repaired(row, List.of()), List.of(1));
        check();
        violated("misses " + fragment(row, 1) + " on s1");
    }

    @Test
    void fragmentThatNobodyRefersTo_isALeak() {
        store("k1");
        WriteId orphan = rig.write();
        rig.put(rig.server(3), orphan, 0, 0).join();
        assertThat(atRest.checkLeaks()).isZero();
        violated("leak: nobody refers to " + new FragmentId(orphan, 0, 0) + " on s3");
    }

    /** Migration has copied it; the row will say so. */
    @Test
    void fragmentsAtTheDestination_areNoLeak() {
        ObjectMapping row = store("k1");
        Placement destination = Rows.on(RedundancyScheme.REP_3, "s3", "s1", "s2");
        rig.put(rig.server(3), row.writeId(), 0, 0).join();
        rows.set(
                0,
                row.with()
                        .state(RedundancyState.REP_EWO)
                        .source(row.live())
                        .destination(destination)
                        .build());
        checkAll();
        sound();
    }

    /** Left by a migration that was cancelled: metadata does not know which fragments of a write a server holds. */
    @Test
    void surplusFragment_ofALiveWrite_isSpareAndNoLeak() {
        ObjectMapping row = store("k1");
        rig.put(rig.server(1), row.writeId(), 0, 2).join();
        assertThat(atRest.checkLeaks()).isOne();
        sound();
        rig.put(rig.server(3), row.writeId(), 0, 0).join();
        assertThat(atRest.checkLeaks()).isOne();
        violated("leak: nobody refers to " + fragment(row, 0) + " on s3");
    }

    /** An object of two chunks, the second shorter, with its chunks. */
    private ObjectMapping storeChunked() {
        WriteId write = rig.write();
        ObjectContent whole = new ObjectContent(write, 5_000, FlashRig.BYTES, FlashRig.BYTES, 0, "", Map.of());
        ObjectMapping object = Rows.row(new ObjectId(Rows.BUCKET, "large"), write, whole, Rows.copies());
        rows.add(object);
        chunk(write, 0, 3_000);
        chunk(write, 1, 2_000);
        return object;
    }

    private void chunk(WriteId of, int number, int size) {
        WriteId write = rig.write();
        rig.putCopies(write, 0, rig.server(0), rig.server(1), rig.server(2));
        ObjectContent content = new ObjectContent(write, size, FlashRig.BYTES, 0, "", Map.of());
        rows.add(Rows.row(Chunks.id(Rows.BUCKET, of, number), write, content, Rows.copies()));
    }

    @Test
    void chunkedObject_hasAllItsChunks() {
        storeChunked();
        checkAll();
        sound();
        rows.removeLast();
        check();
        violated("others/large has 1 of 2 chunks, 3000 of 5000 bytes");
    }

    @Test
    void chunkOfAnotherLength_isMissed() {
        ObjectMapping object = storeChunked();
        rows.removeLast();
        chunk(object.writeId(), 1, 1_999);
        check();
        violated("has 2 of 2 chunks, 4999 of 5000 bytes");
    }

    @Test
    void chunk_thatNoObjectNames_isALeak_onceAllIsQuiet() {
        ObjectMapping object = storeChunked();
        atRest.checkUploads();
        sound();
        rows.remove(object);
        check();
        sound();
        atRest.checkUploads();
        violated("leak: no object names " + Chunks.id(Rows.BUCKET, object.writeId(), 0));
    }

    /** An object of two extents of one component. */
    private ObjectMapping storeComposed() {
        WriteId component = rig.write();
        rig.putCopies(component, 0, rig.server(0), rig.server(1), rig.server(2));
        rows.add(Rows.row(
                Components.id(Rows.BUCKET, component),
                component,
                new ObjectContent(component, 3_000, FlashRig.BYTES, 0, "", Map.of()),
                Rows.copies()));
        WriteId write = rig.write();
        lists.put(write, List.of(new Extent(component, 0, 3_000), new Extent(component, 1_000, 2_000)));
        ObjectContent content = new ObjectContent(write, 5_000, FlashRig.BYTES, 0, "", Map.of()).composedOf(2);
        ObjectMapping object = Rows.row(new ObjectId(Rows.BUCKET, "composed"), write, content, Rows.copies());
        rows.add(object);
        return object;
    }

    @Test
    void composedObject_hasItsListAndItsComponents() {
        ObjectMapping object = storeComposed();
        checkAll();
        sound();
        rows.removeFirst();
        check();
        violated("invariant 9 after a test: " + object.id() + " misses others+parts/");
    }

    @Test
    void listThatIsGone_isMissed() {
        ObjectMapping object = storeComposed();
        lists.clear();
        check();
        violated("invariant 9 after a test: the list of " + object.id() + " is null");
    }

    @Test
    void listOfAnotherLength_isMissed() {
        ObjectMapping object = storeComposed();
        lists.computeIfPresent(object.writeId(), (_, extents) -> extents.subList(0, 1));
        check();
        violated("invariant 9 after a test: the list of " + object.id());
    }

    @Test
    void extentBeyondItsComponent_isMissed() {
        ObjectMapping object = storeComposed();
        WriteId component =
                Objects.requireNonNull(lists.get(object.writeId())).getFirst().component();
        lists.put(object.writeId(), List.of(new Extent(component, 0, 3_000), new Extent(component, 1_001, 2_000)));
        check();
        violated("invariant 9 after a test: " + object.id() + " misses");
    }

    @Test
    void damagedFragment_isNotWholeAtRest_whoeverDamagedIt() {
        ObjectMapping row = store("k1");
        atRest.checkAtRest();
        sound();
        assertThat(rig.server(2).decay(fragment(row, 2))).isTrue();
        check();
        sound();
        atRest.checkAtRest();
        violated(fragment(row, 2) + " is not whole on " + new ServerId("s2"));
    }
}
