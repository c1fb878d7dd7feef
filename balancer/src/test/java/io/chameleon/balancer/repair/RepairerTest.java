package io.chameleon.balancer.repair;

import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.rep;
import static io.chameleon.balancer.TestCluster.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.balancer.Balancer;
import io.chameleon.balancer.Interception;
import io.chameleon.balancer.TestCluster;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.testkit.fake.StoredFragment;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.wire.DrainRequest;
import io.chameleon.transport.wire.PutFragmentRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Order(1) // takes the longest
class RepairerTest {
    private static final Placement SIX = ec(0, 1, 2, 3, 4, 5);
    private static final Placement THREE = rep(0, 1, 2);
    private static final Duration AFTER = Duration.ofMinutes(10);

    @AutoClose
    private final TestCluster cluster = new TestCluster(9);

    private final long fence = cluster.table.claim("only").fence();
    private final Balancer balancer = cluster.balancer(TestCluster.config());
    private final Repairer repairer = balancer.repairer();

    /** Until there is nothing to do; bounded, since a repairer that always finds something would never end. */
    private void repair() {
        for (int i = 0; i < 1_000; i++) {
            if (!repairer.step(fence)) {
                return;
            }
        }
        throw new AssertionError("no end of repair: " + cluster.table.repairStatus());
    }

    private ObjectMapping damage(String key, Integer... indexes) {
        ObjectMapping row = cluster.row(object(key));
        cluster.table.reportDamage(new Damage(row.id(), row.writeId(), List.of(indexes)));
        return cluster.row(object(key));
    }

    private void drop(String key, int index) {
        ObjectMapping row = cluster.row(object(key));
        cluster.at(row.live().servers().get(index)).lose(row.writeId());
    }

    private RepairStatus status() {
        return cluster.table.repairStatus();
    }

    /** Only three of its six fragments are not padding, and one of them is enough. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4, 5})
    void objectOfAPage_isMadeWholeFromAnyOneOfItsFragments(int left) {
        byte[] content = bytes(4_000, 1);
        cluster.write(object("cat"), SIX, content);
        List<Integer> lost =
                Stream.of(0, 1, 4, 5).filter(index -> index != left).toList();
        lost.forEach(index -> drop("cat", index));
        damage("cat", lost.toArray(Integer[]::new));

        repair();
        assertThat(cluster.row(object("cat")).degraded()).isFalse();
        cluster.assertComplete(object("cat"), content);
        assertThat(cluster.fragmentsOf(cluster.row(object("cat")).writeId())).isEqualTo(3);
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {0, 1, 3, 4_097, 16_383, 16_384, 16_385, 73_000})
    void missingFragments_areDecoded_whereTheyWere_ifTheServerIsThere(int size) {
        byte[] content = bytes(size, size);
        cluster.write(object("cat"), SIX, content);
        drop("cat", 1);
        drop("cat", 5);
        ObjectMapping degraded = damage("cat", 1, 5);

        repair();
        ObjectMapping row = cluster.row(object("cat"));
        assertThat(row.degraded()).isFalse();
        assertThat(row.live()).isEqualTo(SIX);
        assertThat(row.writeId()).isEqualTo(degraded.writeId());
        cluster.assertComplete(object("cat"), content);
        assertThat(cluster.table.garbage(0, 100)).isEmpty();
    }

    @Test
    void missingReplica_isCopied() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("cat"), THREE, content);
        drop("cat", 0);
        damage("cat", 0);
        repair();
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void damageThatAServerFoundItself_isRepairedWhereItIs() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("cat"), SIX, content);
        cluster.at(3).corruptAll();

        repair();
        cluster.assertComplete(object("cat"), content);
        assertThat(cluster.at(3).fragments().values()).noneMatch(StoredFragment::isDamaged);
        assertThat(cluster.row(object("cat")).degraded()).isFalse();
    }

    @Test
    void degradedWrite_isMadeWhole_onAServerThatIsThere() {
        cluster.lose(5);
        byte[] content = bytes(48_000, 1);
        WriteId write = cluster.send(SIX, content);
        cluster.at(5).loseAll();
        cluster.commit(object("cat"), write, SIX, content, List.of(5));

        repair();
        ObjectMapping row = cluster.row(object("cat"));
        assertThat(row.degraded()).isFalse();
        assertThat(row.live().servers()).startsWith(server(0), server(1), server(2), server(3), server(4));
        assertThat(row.live().servers().get(5)).isIn(server(6), server(7), server(8));
        cluster.assertComplete(object("cat"), content);
    }

    /** Its writer could not leave the manifest there any more. */
    @Test
    void fragmentThatIsMissingForItsManifestAlone_getsThat() {
        byte[] content = bytes(48_000, 1);
        cluster.commit(object("cat"), cluster.send(SIX, content), SIX, content, List.of(5));
        assertThat(cluster.at(5).manifests()).isEmpty();

        repair();
        assertThat(cluster.row(object("cat")).degraded()).isFalse();
        assertThat(cluster.at(5).received(MessageType.PUT_FRAGMENT)).isZero();
        assertThat(cluster.at(5).received(MessageType.PUT_MANIFEST)).isEqualTo(1);
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void fragmentWhoseManifestCannotBeLeftWhereItIs_isMadeElsewhere() {
        byte[] content = bytes(48_000, 1);
        cluster.commit(object("cat"), cluster.send(SIX, content), SIX, content, List.of(4));
        cluster.at(4).fail(MessageType.PUT_MANIFEST, ErrorCode.DEVICE_FULL);

        repair();
        ObjectMapping row = cluster.row(object("cat"));
        assertThat(row.degraded()).isFalse();
        assertThat(row.live().servers().get(4)).isIn(server(6), server(7), server(8));
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void lostServer_isWaitedFor_andThenReplacedEverywhere_inEveryState() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("ec"), SIX, content);
        cluster.write(object("rep"), THREE, content);
        cluster.write(object("late-rep"), SIX, content);
        cluster.remap(fence, object("late-rep"), RedundancyEvent.UPGRADE, THREE);
        cluster.write(object("late-ec"), THREE, content);
        cluster.remap(fence, object("late-ec"), RedundancyEvent.DOWNGRADE, SIX);
        cluster.write(object("ec-ewo"), SIX, content);
        cluster.remap(fence, object("ec-ewo"), RedundancyEvent.SWAP, ec(3, 4, 5, 6, 7, 8));
        cluster.write(object("elsewhere"), ec(0, 1, 3, 4, 5, 6), content);
        ObjectMapping elsewhere = cluster.row(object("elsewhere"));

        cluster.lose(2);
        repair();
        cluster.clock.advance(AFTER.minusMillis(1));
        repair();
        assertThat(status().evacuations()).as("it may come back").isEmpty();
        assertThat(cluster.row(object("ec")).live()).isEqualTo(SIX);

        cluster.clock.advance(Duration.ofMillis(1));
        repair();
        for (String key : List.of("ec", "rep", "late-rep", "late-ec", "ec-ewo")) {
            ObjectMapping row = cluster.row(object(key));
            assertThat(row.live().servers()).as(key).doesNotContain(server(2)).doesNotHaveDuplicates();
            assertThat(row.destination().servers()).as(key).doesNotContain(server(2));
            assertThat(row.degraded()).as(key).isFalse();
            cluster.assertComplete(object(key), content);
        }
        assertThat(cluster.row(object("late-rep")).state()).isEqualTo(RedundancyState.LATE_REP);
        assertThat(cluster.row(object("late-ec")).state()).isEqualTo(RedundancyState.LATE_EC);
        assertThat(cluster.row(object("ec-ewo")).state()).isEqualTo(RedundancyState.EC_EWO);
        assertThat(cluster.row(object("elsewhere"))).isEqualTo(elsewhere);
        assertThat(status().objects()).isZero();
        assertThat(status().evacuations().getFirst().objects()).isEqualTo(5);
        assertThat(status().evacuations().getFirst().moved()).isEqualTo(5);
    }

    @Test
    void serverThatReturnsAfterDays_losesWhatWasMadeAnewElsewhere() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("cat"), SIX, content);
        cluster.write(object("dog"), SIX, content);
        WriteId neverCommitted = cluster.send(SIX, content);
        cluster.lose(2);
        repair();
        cluster.clock.advance(AFTER);
        repair();
        cluster.clock.advance(Duration.ofDays(3));
        repair();
        balancer.reaper().reap(Duration.ZERO);

        cluster.bringBack(2);
        assertThat(cluster.at(2).fragments()).as("all it had when it left").hasSize(9);
        repair();
        balancer.reconciler().reconcile(fence);
        balancer.reaper().reap(Duration.ZERO);
        assertThat(cluster.at(2).fragments()).isEmpty();
        assertThat(cluster.fragmentsOf(neverCommitted)).isZero();
        assertThat(status().evacuations()).isEmpty();
        cluster.assertComplete(object("cat"), content);
        cluster.assertComplete(object("dog"), content);
    }

    @Test
    void serverThatReturnsBeforeItsObjectsAreRepaired_isOnlyLookedAt() {
        byte[] content = bytes(48_000, 1);
        for (int i = 0; i < 40; i++) {
            cluster.write(object("o" + i), SIX, content);
        }
        cluster.lose(2);
        repair();
        cluster.clock.advance(AFTER);
        repairer.step(fence);
        assertThat(status().objects()).as("one batch is repaired").isEqualTo(40 - 16);

        cluster.bringBack(2);
        cluster.clock.advance(Duration.ofSeconds(1));
        long written = cluster.servers().stream()
                .mapToLong(server -> server.received(MessageType.PUT_FRAGMENT))
                .sum();
        repair();
        assertThat(status().objects()).isZero();
        assertThat(cluster.servers().stream()
                        .mapToLong(server -> server.received(MessageType.PUT_FRAGMENT))
                        .sum())
                .isEqualTo(written);
        for (int i = 0; i < 40; i++) {
            cluster.assertComplete(object("o" + i), content);
        }
    }

    private void writeObjects(int count) {
        for (int i = 0; i < count; i++) {
            cluster.write(object("o" + i), i % 2 == 0 ? SIX : THREE, bytes(15_900, i));
        }
    }

    private void assertObjectsComplete(int count, int... servers) {
        for (int i = 0; i < count; i++) {
            ObjectMapping row = cluster.row(object("o" + i));
            assertThat(row.degraded()).isFalse();
            for (int server : servers) {
                assertThat(row.live().servers()).contains(server(server));
            }
            cluster.assertComplete(object("o" + i), bytes(15_900, i));
        }
    }

    @Test
    void serverThatReturnsWithABlankDevice_isGivenBackWhatItHad_thoughItWasWrittenToMeanwhile() {
        writeObjects(40);
        repair();
        cluster.lose(2);
        repair();
        cluster.replaceDevice(2);
        cluster.bringBack(2);
        cluster.write(object("new"), SIX, bytes(15_900, 99));
        repair();
        assertObjectsComplete(40, 2);
        cluster.assertComplete(object("new"), bytes(15_900, 99));
        assertThat(status().evacuations()).extracting(Evacuation::kind).containsExactly(Evacuation.Kind.EMPTIED);

        cluster.clock.advance(TestCluster.GRACE.plus(Evacuation.UNDER_WAY));
        repair();
        assertThat(status().evacuations()).isEmpty();
    }

    @Test
    void lostServerThatReturnsWithABlankDevice_isGivenBackWhatWasNotRepaired_byTheNextLeaderToo() {
        writeObjects(600);
        repair();
        cluster.lose(2);
        repair();
        cluster.clock.advance(AFTER);
        repairer.step(fence);
        assertThat(status().evacuations()).extracting(Evacuation::kind).containsExactly(Evacuation.Kind.LOST);

        cluster.replaceDevice(2);
        cluster.bringBack(2);
        repairer.step(fence);
        assertThat(status().evacuations()).extracting(Evacuation::kind).containsExactly(Evacuation.Kind.EMPTIED);
        long next = cluster.table.claim("next").fence();
        Repairer successor = cluster.balancer(TestCluster.config()).repairer();
        while (successor.step(next)) {}
        assertObjectsComplete(600);
    }

    @Test
    void deviceReplacedFasterThanAnySession_isNoticed() {
        writeObjects(40);
        repair();
        cluster.replaceDevice(2);
        repair();
        assertObjectsComplete(40, 2);
    }

    @Test
    void devicesThatChangedPlaces_areMadeAnewInPlace() {
        writeObjects(40);
        for (int i = 0; i < 40; i += 2) {
            cluster.write(object("o" + i), ec(2, 1, 0, 5, 4, 3), bytes(15_900, i));
        }
        repair();
        cluster.swapDevices(2, 7);
        repair();
        assertObjectsComplete(40, 2);
    }

    @Test
    void fragmentsThatAreThereAllTheSame_areNotWrittenAgain() {
        writeObjects(40);
        repair();
        cluster.at(2).device(new ServerIdentity("", "00000000-0000-4000-8000-000000009999"));
        long written = cluster.at(2).received(MessageType.PUT_FRAGMENT);
        repair();
        assertThat(status().evacuations()).extracting(Evacuation::objects).containsExactly(40L);
        assertThat(cluster.at(2).received(MessageType.PUT_FRAGMENT)).isEqualTo(written);
        assertObjectsComplete(40, 2);
    }

    @Test
    void commitThatCameLate_ofADeviceThatWasReplaced_isFoundAfterTheGracePeriod() {
        byte[] content = bytes(48_000, 1);
        repair();
        WriteId inFlight = cluster.send(SIX, content);
        cluster.replaceDevice(2);
        repair();
        cluster.commit(object("late"), inFlight, SIX, content, List.of());
        repair();
        cluster.clock.advance(TestCluster.GRACE.plus(Evacuation.UNDER_WAY));
        repair();
        cluster.assertComplete(object("late"), content);
        assertThat(status().evacuations()).isEmpty();
    }

    /** Far more than are due at a time: each attempt takes time, and all are due again before the last was tried. */
    @Test
    void unreadableObjects_doNotKeepOthersFromBeingRepaired() {
        cluster.write(object("cat"), SIX, bytes(15_900, 1));
        for (int i = 0; i < 200; i++) {
            cluster.write(object("gone" + i), SIX, bytes(15_900, i));
            for (int index = 0; index < 3; index++) {
                drop("gone" + i, index);
            }
            damage("gone" + i, 0, 1, 2);
        }
        drop("cat", 0);
        for (int number = 0; number < 6; number++) {
            cluster.at(number)
                    .before(MessageType.GET_FRAGMENT, request -> cluster.clock.advance(Duration.ofSeconds(20)));
        }
        damage("cat", 0);
        repairer.step(fence);
        cluster.assertComplete(object("cat"), bytes(15_900, 1));
        assertThat(status().objects()).isEqualTo(200);
    }

    /** The last key is in the most danger. */
    @Test
    void damage_isKnownBeforeAnyOfItIsRepaired() {
        writeObjects(60);
        cluster.write(object("zebra"), SIX, bytes(15_900, 1));
        repair();
        cluster.lose(2);
        cluster.lose(3);
        repair();
        cluster.clock.advance(AFTER);
        assertThat(repairer.discover(fence)).isTrue();
        assertThat(status().objects()).isEqualTo(61);
        assertThat(status().evacuations()).allMatch(record -> record.walk() == 1);
        repair();
        cluster.assertComplete(object("zebra"), bytes(15_900, 1));
        assertThat(status().objects()).isZero();
    }

    @Test
    void silentServer_isWaitedForOnce_andRepairGoesOnWithoutIt() {
        writeObjects(80);
        cluster.lose(2);
        for (int i = 0; i < 80; i++) {
            damage("o" + i, 2);
        }
        cluster.at(8).hang(MessageType.WEAR_REPORT);
        cluster.at(8).hang(MessageType.DAMAGED_FRAGMENTS);
        repair();
        assertThat(status().objects()).isZero();
        assertThat(cluster.at(8).received(MessageType.WEAR_REPORT))
                .as("once in haste, once with patience")
                .isLessThanOrEqualTo(2);
        assertThat(cluster.at(8).received(MessageType.DAMAGED_FRAGMENTS)).isLessThanOrEqualTo(2);
        assertThat(cluster.at(7).received(MessageType.WEAR_REPORT)).as("cached").isEqualTo(1);
        assertThat(cluster.at(8).received(MessageType.PUT_FRAGMENT)).isZero();
        assertObjectsComplete(80);
    }

    @Test
    void objectWhoseRepairMeetsADefect_isPutOff_andTheOthersAreRepaired() {
        writeObjects(20);
        for (int i = 0; i < 20; i++) {
            drop("o" + i, 0);
            damage("o" + i, 0);
        }
        AtomicInteger flips = new AtomicInteger();
        RepairTable table = Interception.of(RepairTable.class, cluster.table, (method, call) -> {
            if (method.equals("repair") && flips.getAndIncrement() == 3) {
                throw new StackOverflowError("planted");
            }
            return call.proceed();
        });
        Repairer planted = cluster.balancer(TestCluster.config(), table).repairer();
        while (planted.step(fence)) {}
        assertThat(planted.postponed()).isEqualTo(1);
        assertThat(status().objects()).isEqualTo(1);
        assertThat(status().problem()).contains("planted");
        cluster.clock.advance(Duration.ofSeconds(5));
        while (planted.step(fence)) {}
        assertObjectsComplete(20);
    }

    @Test
    void repairsAtTheSameTime_areAsGoodAsOneAfterTheOther() {
        writeObjects(100);
        repair();
        cluster.replaceDevice(2);
        cluster.lose(5);
        repairer.discover(fence);
        cluster.clock.advance(AFTER);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Repairer parallel = cluster.balancer(
                            TestCluster.config()
                                    .with()
                                    .repair(RepairConfig.DEFAULTS)
                                    .build(),
                            cluster.table,
                            threads)
                    .repairer();
            for (int i = 0; i < 200 && parallel.step(fence); i++) {}
        }
        assertThat(status().objects()).isZero();
        assertObjectsComplete(100, 2);
    }

    @Test
    void serverThatReturnsAsItWas_isNotWalkedOver() {
        cluster.write(object("cat"), SIX, bytes(48_000, 1));
        cluster.lose(2);
        repair();
        cluster.bringBack(2);
        cluster.clock.advance(Duration.ofSeconds(1));
        repairer.step(fence);
        assertThat(status().evacuations()).isEmpty();
        assertThat(status().objects()).isZero();
    }

    @Test
    void commitThatCameLate_ofAServerThatIsLost_isFoundAfterTheGracePeriod() {
        byte[] content = bytes(48_000, 1);
        WriteId inFlight = cluster.send(SIX, content);
        cluster.lose(2);
        repair();
        cluster.clock.advance(AFTER);
        repair();
        cluster.commit(object("late"), inFlight, SIX, content, List.of());
        repair();
        assertThat(cluster.row(object("late")).live()).isEqualTo(SIX);

        cluster.clock.advance(TestCluster.GRACE.plus(Evacuation.UNDER_WAY));
        repair();
        assertThat(cluster.row(object("late")).live().servers()).doesNotContain(server(2));
        cluster.assertComplete(object("late"), content);
    }

    @Test
    void whereMostServersAreAway_noneCountsAsGone() {
        cluster.write(object("cat"), SIX, bytes(15_100, 1));
        for (int number = 4; number < 9; number++) {
            cluster.lose(number);
        }
        repair();
        cluster.clock.advance(AFTER.multipliedBy(10));
        repair();
        assertThat(status().evacuations()).isEmpty();
        assertThat(cluster.row(object("cat")).degraded()).isFalse();
    }

    @Test
    void objectsInGreaterDanger_comeFirst() {
        List<WriteId> order = new ArrayList<>();
        cluster.servers()
                .forEach(server -> server.before(MessageType.PUT_FRAGMENT, request -> {
                    WriteId write = Wire.unpack(
                            request.header(PutFragmentRequest.class).getId().getWriteId());
                    if (!order.contains(write)) {
                        order.add(write);
                    }
                }));
        List<WriteId> writes = new ArrayList<>();
        for (String key : List.of("first", "second", "third")) {
            writes.add(cluster.write(object(key), SIX, bytes(15_100, 1)).writeId());
            cluster.clock.advance(Duration.ofSeconds(1));
        }
        drop("first", 0);
        damage("first", 0);
        cluster.clock.advance(Duration.ofSeconds(1));
        drop("second", 0);
        damage("second", 0);
        cluster.clock.advance(Duration.ofSeconds(1));
        drop("third", 0);
        drop("third", 1);
        damage("third", 0, 1);

        repair();
        assertThat(order).containsExactly(writes.get(2), writes.get(0), writes.get(1));
    }

    @Test
    void clientThatWritesMeanwhile_wins() {
        cluster.write(object("cat"), SIX, bytes(48_000, 1));
        drop("cat", 2);
        damage("cat", 2);
        byte[] newer = bytes(24_576, 2);
        cluster.at(2).beforeNext(MessageType.PUT_FRAGMENT, () -> cluster.write(object("cat"), THREE, newer));

        repair();
        assertThat(cluster.row(object("cat")).live()).isEqualTo(THREE);
        cluster.assertComplete(object("cat"), newer);
        balancer.reaper().reap(Duration.ZERO);
        assertThat(cluster.at(2).fragments()).hasSize(2);
    }

    @Test
    void remapMeanwhile_isKept_andTheRepairDoneAgain() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("cat"), SIX, content);
        drop("cat", 2);
        damage("cat", 2);
        cluster.at(2)
                .beforeNext(
                        MessageType.PUT_FRAGMENT,
                        () -> cluster.remap(fence, object("cat"), RedundancyEvent.UPGRADE, rep(6, 7, 8)));

        repair();
        ObjectMapping row = cluster.row(object("cat"));
        assertThat(row.state()).isEqualTo(RedundancyState.LATE_REP);
        assertThat(row.destination()).isEqualTo(rep(6, 7, 8));
        assertThat(row.degraded()).isFalse();
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void leaderThatIsNoMore_changesNothing() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("cat"), SIX, content);
        drop("cat", 2);
        damage("cat", 2);
        cluster.at(2).beforeNext(MessageType.PUT_FRAGMENT, () -> cluster.table.claim("another"));

        assertThatThrownBy(() -> repairer.step(fence))
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCED));
        assertThat(cluster.row(object("cat")).degraded()).isTrue();

        long next = cluster.table.claim("the next").fence();
        while (cluster.balancer(TestCluster.config()).repairer().step(next)) {}
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void targetThatFails_isReplacedByAnother() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("cat"), SIX, content);
        drop("cat", 2);
        damage("cat", 2);
        cluster.at(2).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);

        repair();
        assertThat(cluster.row(object("cat")).live().servers()).doesNotContain(server(2));
        cluster.assertComplete(object("cat"), content);
        balancer.reaper().reap(Duration.ZERO);
        assertThat(cluster.at(2).fragments()).isEmpty();
    }

    @Test
    void fragmentThatIsNotWhatWasWritten_isNotMadeLive() {
        byte[] content = bytes(15_900, 1);
        cluster.write(object("cat"), SIX, content);
        cluster.lose(2);
        ObjectMapping degraded = damage("cat", 2);
        for (int spare = 6; spare < 9; spare++) {
            FakeFlashServer liar = cluster.at(spare);
            liar.before(MessageType.GET_FRAGMENT, request -> liar.forgeAll());
        }

        repair();
        assertThat(cluster.row(object("cat"))).isEqualTo(degraded);
        assertThat(status().postponed()).isEqualTo(1);
        assertThat(status().problem()).contains("is not what was written");

        cluster.servers().forEach(FakeFlashServer::quiet);
        cluster.clock.advance(Duration.ofSeconds(5));
        cluster.bringBack(2);
        repair();
        cluster.assertComplete(object("cat"), content);
    }

    @ParameterizedTest
    @ValueSource(ints = {15_000, 48_000})
    void fragmentsThatFitTheirChecksumsButNotTheObjects_areNotMultiplied(int size) {
        cluster.write(object("cat"), SIX, bytes(size, 1));
        cluster.at(0).forgeAll();
        drop("cat", 5);
        ObjectMapping degraded = damage("cat", 5);

        repair();
        assertThat(cluster.row(object("cat"))).isEqualTo(degraded);
        assertThat(cluster.at(5).fragments()).isEmpty();
        assertThat(status().postponed()).isEqualTo(1);
    }

    /** What is there of it is not damaged, and nothing can be made of it: it waits, and says why. */
    @Test
    void fragmentsOfAFormerFormat_areNotQueued_norRepairedFrom() {
        cluster.write(object("cat"), SIX, bytes(8_192, 1));
        drop("cat", 4);
        ObjectMapping degraded = damage("cat", 4);
        for (int number : new int[] {0, 1, 5}) {
            cluster.at(number).ageAll();
        }

        repair();
        assertThat(cluster.row(object("cat"))).isEqualTo(degraded);
        assertThat(status().queue())
                .as("one is missing, so one more may be lost")
                .extracting(RepairStatus.Backlog::margin)
                .containsExactly(1);
        assertThat(cluster.at(4).fragments()).isEmpty();
        assertThat(status().postponed()).isEqualTo(1);
        assertThat(status().problem()).contains("format EVEN_SHARDS is older than this program");
    }

    @Test
    void objectOfWhichTooLittleIsLeft_waits_andIsRepairedWhenServersReturn() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("cat"), SIX, content);
        for (int number : new int[] {0, 1, 2}) {
            cluster.lose(number);
        }
        damage("cat", 0, 1, 2);
        repair();
        assertThat(status().queue()).extracting(RepairStatus.Backlog::margin).containsExactly(-1);
        assertThat(status().problem()).contains("DATA_UNAVAILABLE");

        cluster.bringBack(1);
        cluster.clock.advance(Duration.ofSeconds(5));
        repair();
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void furtherDamageMetOnTheWay_isRepairedToo() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("cat"), SIX, content);
        drop("cat", 0);
        drop("cat", 5);
        damage("cat", 5);

        repair();
        cluster.assertComplete(object("cat"), content);
        assertThat(cluster.row(object("cat")).degraded()).isFalse();
    }

    @Test
    void repair_forWhichTooFewServersTakeWrites_saysThat_andNotThatTheyHaveNoRoom() {
        cluster.write(object("cat"), SIX, bytes(48_000, 1));
        for (int number : new int[] {2, 6, 7, 8}) {
            cluster.lose(number);
        }
        damage("cat", 2);
        repair();
        assertThat(status().problem())
                .isEqualTo(
                        "NOT_ENOUGH_SERVERS: fragments [2] have nowhere to go: of 9 servers 5 take writes, and each of"
                                + " these has a fragment of the object already");
    }

    @Test
    void serversWithoutRoom_areNotFilled_andTheRepairWaits() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("cat"), SIX, content);
        cluster.lose(2);
        damage("cat", 2);
        for (int spare = 6; spare < 9; spare++) {
            cluster.at(spare).fill(0.95);
        }
        repair();
        assertThat(status().problem()).contains("no server has room");
        assertThat(cluster.servers().subList(6, 9)).allMatch(server -> server.received(MessageType.PUT_FRAGMENT) == 0);

        cluster.at(7).fill(0.94);
        cluster.clock.advance(Duration.ofMinutes(1));
        repair();
        assertThat(cluster.row(object("cat")).live()).isEqualTo(ec(0, 1, 7, 3, 4, 5));
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void movesDecidedTogether_doNotFillAServerTogether() {
        for (int i = 0; i < 10; i++) {
            cluster.write(object("o" + i), SIX, bytes(15_900, i));
        }
        for (int spare = 6; spare < 9; spare++) {
            cluster.at(spare).fill(0.95 - 2.0 / 10_000);
        }
        cluster.lose(2);
        for (int i = 0; i < 10; i++) {
            damage("o" + i, 2);
        }
        repairer.step(fence);
        assertThat(cluster.servers().subList(6, 9))
                .as("each has room for two fragments of a page")
                .allMatch(server -> server.fragments().size() == 2);
        assertThat(status().objects()).isEqualTo(4);
    }

    @Test
    void drainedServer_loosesEverything_takesNothing_andSaysSo() {
        byte[] content = bytes(48_000, 1);
        for (int i = 0; i < 100; i++) {
            cluster.write(object("o" + i), i % 2 == 0 ? SIX : THREE, content);
        }
        cluster.write(object("pending"), SIX, content);
        cluster.remap(fence, object("pending"), RedundancyEvent.UPGRADE, THREE);
        cluster.table.drain(server(2));

        repair();
        assertThat(cluster.at(2).received(MessageType.DRAIN)).isPositive();
        assertThat(status().evacuations().getFirst().objects()).isEqualTo(101);
        assertThat(status().evacuations().getFirst().moved()).isEqualTo(101);
        assertThat(status().evacuations().getFirst().isFinished())
                .as("the reaper has not been there")
                .isFalse();
        for (int i = 0; i < 100; i++) {
            assertThat(cluster.row(object("o" + i)).live().servers()).doesNotContain(server(2));
            cluster.assertComplete(object("o" + i), content);
        }
        assertThat(cluster.row(object("pending")).destination().servers()).doesNotContain(server(2));

        balancer.reaper().reap(Duration.ZERO);
        cluster.clock.advance(Duration.ofSeconds(5));
        repair();
        cluster.clock.advance(Duration.ofSeconds(5));
        repair();
        assertThat(cluster.at(2).fragments()).isEmpty();
        assertThat(status().evacuations().getFirst().isFinished()).isTrue();
        assertThat(status().evacuations().getFirst().moved()).isEqualTo(101);
    }

    /** Simulation seed 900711: the object would have been a fragment short for ever once the server was removed. */
    @Test
    void drainedServer_thatAClientWritesToAllTheSame_isDrainedAgain_beforeItMayBeForgotten() {
        byte[] content = bytes(48_000, 1);
        cluster.table.drain(server(2));
        repair();
        cluster.clock.advance(TestCluster.GRACE.plusSeconds(5));
        repair();
        assertThat(status().evacuations().getFirst().isFinished()).isTrue();

        cluster.write(object("late"), SIX, content);
        assertThat(cluster.row(object("late")).live().servers()).contains(server(2));
        cluster.clock.advance(Duration.ofSeconds(10));
        repair();

        assertThat(cluster.row(object("late")).live().servers()).doesNotContain(server(2));
        cluster.assertComplete(object("late"), content);
        balancer.reaper().reap(Duration.ZERO);
        cluster.clock.advance(Duration.ofSeconds(5));
        repair();
        cluster.clock.advance(Duration.ofSeconds(5));
        repair();
        assertThat(status().evacuations().getFirst().isFinished()).isTrue();
    }

    /** Scaled in by more than half at once: their absence counts for nothing. */
    @Test
    void serversThatWereDrainedAndTakenAway_doNotKeepALossFromCounting() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("cat"), THREE, content);
        for (int i = 4; i < 9; i++) {
            cluster.table.drain(server(i));
        }
        repair();
        cluster.clock.advance(TestCluster.GRACE.plusSeconds(5));
        repair();
        assertThat(status().evacuations()).hasSize(5).allMatch(Evacuation::isFinished);

        for (int i = 4; i < 9; i++) {
            cluster.lose(i);
        }
        cluster.clock.advance(AFTER.multipliedBy(2));
        repair();
        cluster.lose(2);
        repair();
        cluster.clock.advance(AFTER);
        repair();
        assertThat(cluster.row(object("cat")).live().servers()).containsExactly(server(0), server(1), server(3));
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void draining_movesWithoutDecoding_andRepairsComeFirst() {
        byte[] content = bytes(48_000, 1);
        cluster.write(object("moving"), SIX, content);
        cluster.write(object("broken"), SIX, content);
        drop("broken", 4);
        damage("broken", 4);
        cluster.table.drain(server(2));

        repairer.step(fence);
        assertThat(cluster.row(object("broken")).degraded()).isFalse();
        assertThat(cluster.row(object("broken")).live().servers())
                .as("and leaves the server in the same go")
                .doesNotContain(server(2));
        assertThat(cluster.row(object("moving")).live()).isEqualTo(SIX);
        long read = cluster.at(0).received(MessageType.GET_FRAGMENT);
        repair();
        assertThat(cluster.row(object("moving")).live().servers()).doesNotContain(server(2));
        assertThat(cluster.at(0).received(MessageType.GET_FRAGMENT)).isEqualTo(read);
        cluster.assertComplete(object("moving"), content);
        cluster.assertComplete(object("broken"), content);
    }

    @Test
    void writeInFlightWhenADrainBegins_keepsTheServerFromCountingAsEmpty() {
        byte[] content = bytes(48_000, 1);
        WriteId inFlight = cluster.send(SIX, content);
        cluster.table.drain(server(2));
        repair();
        assertThat(status().evacuations().getFirst().isFinished()).isFalse();

        cluster.commit(object("late"), inFlight, SIX, content, List.of());
        cluster.clock.advance(Duration.ofSeconds(5));
        repair();
        assertThat(cluster.row(object("late")).live().servers()).doesNotContain(server(2));
        cluster.assertComplete(object("late"), content);
    }

    @Test
    void cancelledDrain_leavesWhatIsThere() {
        for (int i = 0; i < 200; i++) {
            cluster.write(object("o" + i), SIX, bytes(15_010, i));
        }
        cluster.table.drain(server(2));
        repairer.step(fence);
        repairer.step(fence);
        cluster.table.cancelDrain(server(2));
        cluster.clock.advance(Duration.ofSeconds(1));
        repair();
        assertThat(cluster.table.objectsOn(server(2), null, 1_000).objects()).isNotEmpty();
        for (int i = 0; i < 200; i++) {
            cluster.assertComplete(object("o" + i), bytes(15_010, i));
        }
    }

    @Test
    void drainCalledOff_whileItsServerIsTold_leavesTheServerTakingFragments() {
        List<Boolean> told = new CopyOnWriteArrayList<>();
        cluster.at(2).before(MessageType.DRAIN, message -> {
            told.add(message.header(DrainRequest.class).getDrain());
            cluster.table.cancelDrain(server(2));
        });
        cluster.table.drain(server(2));
        repairer.step(fence);
        assertThat(told).containsExactly(true, false);
    }

    @Test
    void serverThatJoins_isGivenNothing() {
        for (int i = 0; i < 20; i++) {
            cluster.write(object("o" + i), SIX, bytes(15_100, i));
        }
        repair();
        for (int joined = 6; joined < 9; joined++) {
            assertThat(cluster.at(joined).received(MessageType.PUT_FRAGMENT)).isZero();
        }
    }

    @Test
    void replacement_isInAZoneOfItsOwn_whereThereAreEnough() {
        try (TestCluster zoned = new TestCluster(9, 7, number -> "zone-" + number % 3)) {
            long leader = zoned.table.claim("only").fence();
            Repairer zonedRepairer = zoned.balancer(TestCluster.config()).repairer();
            for (int i = 0; i < 20; i++) {
                zoned.write(object("o" + i), THREE, bytes(15_100, i));
            }
            zoned.table.drain(server(0));
            while (zonedRepairer.step(leader)) {}
            for (int i = 0; i < 20; i++) {
                ServerId moved = zoned.row(object("o" + i)).live().servers().getFirst();
                assertThat(moved).isIn(server(3), server(6));
            }
        }
    }

    @Test
    void serverWhoseStatusIsDraining_isStillReadFrom() {
        byte[] content = bytes(15_900, 1);
        cluster.write(object("cat"), THREE, content);
        cluster.at(1).status(ServerInfo.Status.DRAINING);
        cluster.lose(0);
        cluster.at(2).corruptAll();
        repair();
        cluster.clock.advance(AFTER);
        repair();
        cluster.assertComplete(object("cat"), content);
        assertThat(cluster.row(object("cat")).degraded()).isFalse();
    }
}
