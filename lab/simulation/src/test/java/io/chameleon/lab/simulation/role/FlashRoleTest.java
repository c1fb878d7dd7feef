package io.chameleon.lab.simulation.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.server.store.Fragment;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.report.WearStatistics;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What each fault does to a flash server, and what it leaves of what was stored. */
class FlashRoleTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private FlashRig rig = new FlashRig(2);
    private FlashRole server = rig.server(0);
    private final WriteId write = rig.write();
    private final FragmentId fragment = new FragmentId(write, 0, 0);

    @AfterEach
    void nothingIsViolated_unlessATestSaysSo() {
        assertThat(rig.world().violation()).isEmpty();
    }

    private void put() {
        rig.put(server, write, 0, 0).join();
    }

    private void restart() {
        server.start();
        rig.run(SOON);
    }

    private List<String> registered() {
        return rig.discovery().registered().stream().map(ServerInfo::host).toList();
    }

    @Test
    void server_mountsAndRegisters_andServes() {
        assertThat(rig.mounted()).containsExactlyInAnyOrder("s0", "s1");
        assertThat(registered()).containsExactly("s0", "s1");
        assertThat(server.isUp()).isTrue();
        assertThat(server.holds(fragment)).contains(false);
        put();
        assertThat(server.holds(fragment)).contains(true);
        assertThat(server.isSound(fragment)).isTrue();
        assertThat(server.fragments()).extracting(Fragment::id).containsExactly(fragment);
        assertThat(rig.server(1).holds(fragment)).contains(false);
    }

    @Test
    void killedServer_keepsWhatItAcknowledged() {
        put();
        server.crash();
        assertThat(server.isUp()).isFalse();
        assertThat(server.holds(fragment)).as("nobody knows while it is down").isEmpty();
        assertThat(server.fragments()).isEmpty();
        assertThat(server.isSound(fragment)).isFalse();
        restart();
        assertThat(server.holds(fragment)).contains(true);
        assertThat(server.isSound(fragment)).isTrue();
    }

    @Test
    void serverWithoutPower_keepsWhatItAcknowledged() {
        put();
        server.cutPower();
        restart();
        assertThat(server.isSound(fragment)).isTrue();
    }

    @Test
    void deadServer_isNoLongerRegistered_onceItsSessionHasExpired() {
        server.crash();
        rig.run(Duration.ofSeconds(5));
        assertThat(registered()).containsExactly("s0", "s1");
        rig.run(Duration.ofSeconds(2));
        assertThat(registered()).containsExactly("s1");
        restart();
        assertThat(registered()).containsExactly("s0", "s1");
    }

    /** The power goes within the next operations of the flash; what was acknowledged before stays. */
    @Test
    void powerThatGoesAmidAWrite_endsTheServer() {
        put();
        server.cutPowerSoon();
        assertThat(server.isUp()).isTrue();
        for (int segment = 1; server.isUp() && segment < 40; segment++) {
            CompletableFuture<Void> unused = rig.put(server, write, segment, 0);
        }
        assertThat(server.isDead()).isTrue();
        restart();
        assertThat(server.isSound(fragment)).isTrue();
    }

    @Test
    void powerThatIsKept_doesNotGo() {
        server.cutPowerSoon();
        server.keepPower();
        for (int segment = 0; segment < 20; segment++) {
            rig.put(server, write, segment, 0).join();
        }
        assertThat(server.isUp()).isTrue();
    }

    @Test
    void lostServer_holdsNothing_andTellsWhatItHeld() {
        put();
        assertThat(server.lose()).extracting(Fragment::id).containsExactly(fragment);
        assertThat(server.isLost()).isTrue();
        assertThat(server.isDead()).isTrue();
        assertThat(server.holds(fragment)).contains(false);
    }

    /** Decay goes unnoticed until the fragment is read. */
    @Test
    void decayedFragment_isThereAndNotSound() {
        put();
        assertThat(server.decay(fragment)).isTrue();
        assertThat(server.holds(fragment)).contains(true);
        assertThat(server.isSound(fragment)).isFalse();
        assertThat(server.decay(new FragmentId(write, 7, 0)))
                .as("of what is not there")
                .isFalse();
    }

    @Test
    void blankDevice_holdsNothing_andIsAnotherDevice() {
        put();
        String before = device();
        assertThat(server.restartWith(server.blankImage()))
                .extracting(Fragment::id)
                .containsExactly(fragment);
        rig.run(SOON);
        assertThat(server.isUp()).isTrue();
        assertThat(server.holds(fragment)).contains(false);
        assertThat(device()).isNotEqualTo(before);
    }

    private String device() {
        return rig.discovery().registered().getFirst().identity().device();
    }

    /** A backup of an image lacks what was written since; the device is the same. */
    @Test
    void oldImage_lacksWhatIsNewer() {
        put();
        FlashImage backup = server.image();
        String before = device();
        rig.put(server, write, 1, 0).join();
        FragmentId newer = new FragmentId(write, 1, 0);
        assertThat(server.restartWith(backup)).extracting(Fragment::id).containsExactly(newer);
        rig.run(SOON);
        assertThat(server.holds(fragment)).contains(true);
        assertThat(server.holds(newer)).contains(false);
        assertThat(device()).isEqualTo(before);
    }

    @Test
    void backup_doesNotChangeWithTheServer() {
        put();
        FlashImage backup = server.image();
        server.erase(write);
        rig.run(SOON);
        assertThat(server.holds(fragment)).contains(false);
        assertThat(backup.held()).extracting(Fragment::id).containsExactly(fragment);
        List<Fragment> unused = server.restartWith(backup);
        rig.run(SOON);
        assertThat(server.isSound(fragment)).isTrue();
    }

    @Test
    void foreignImage_isNotServed_norChanged_andTheServersOwnComesBack() {
        put();
        FlashImage own = server.exchange(server.foreignImage());
        rig.run(Duration.ofMinutes(2));
        assertThat(server.isUp()).isFalse();
        assertThat(registered()).containsExactly("s1");
        FlashImage foreign = server.exchange(own);
        assertThat(foreign.canBeForeignUnchanged()).isTrue();
        assertThat(foreign.held()).hasSize(5);
        rig.run(SOON);
        assertThat(server.isUp()).isTrue();
        assertThat(server.isSound(fragment)).isTrue();
    }

    @Test
    void foreignImage_withOtherFragments_hasBeenChanged() {
        FlashImage foreign = server.foreignImage();
        assertThat(new FlashImage(foreign.flash(), foreign.held().subList(1, 5)).canBeForeignUnchanged())
                .isFalse();
        assertThat(server.image().canBeForeignUnchanged())
                .as("nothing was stored yet")
                .isTrue();
        for (int segment = 0; segment < 6; segment++) {
            rig.put(server, write, segment, 0).join();
        }
        assertThat(server.image().canBeForeignUnchanged()).isFalse();
        assertThat(new FlashImage(foreign.flash(), List.of()).canBeForeignUnchanged())
                .as("its server was down, so nothing is known")
                .isTrue();
    }

    @Test
    void fullDevice_refusesPuts_untilTheOrphansAreGone() {
        WriteId orphan = rig.write();
        server.fill(orphan);
        rig.run(Duration.ofMinutes(1));
        assertThat(server.fragments()).hasSizeGreaterThan(20);
        assertThat(rig.put(server, write, 0, 0)).isCompletedExceptionally();
        server.erase(orphan);
        rig.run(SOON);
        put();
        assertThat(server.fragments()).extracting(Fragment::id).containsExactly(fragment);
    }

    @Test
    void serverThatIsDown_cannotBeFilled() {
        server.crash();
        server.fill(rig.write());
        restart();
        assertThat(server.fragments()).isEmpty();
    }

    @Test
    void slowDevice_answersLate_andInTimeAgainAfterwards() {
        server.slow(true);
        CompletableFuture<Void> late = rig.send(server, write, 0, 0);
        rig.run(Duration.ofMillis(100));
        assertThat(late).isNotDone();
        rig.run(SOON);
        server.slow(false);
        CompletableFuture<Void> soon = rig.send(server, write, 1, 0);
        rig.run(Duration.ofMillis(100));
        assertThat(soon).isCompleted();
    }

    /** Invariant 6: the erases of a device never decrease. Here the device says so after each restart. */
    @Test
    void deviceWhoseErasesDecrease_isAViolation() {
        int[] opened = {0};
        rig = new FlashRig(1, new Wiring() {
            @Override
            public FlashDevice device(FlashDevice device) {
                return opened[0]++ == 0 ? counting(device, 5) : device;
            }
        });
        server = rig.server(0);
        assertThat(rig.world().violation()).isEmpty();
        server.crash();
        restart();
        assertThat(rig.world().violation()).isEqualTo("invariant 6: s0 had 5 erases and reports 0");
        rig = new FlashRig(1);
    }

    /** A device that claims so many erases. */
    private static FlashDevice counting(FlashDevice device, long erases) {
        return (FlashDevice) Proxy.newProxyInstance(
                FlashDevice.class.getClassLoader(), new Class<?>[] {FlashDevice.class}, (self, method, args) -> {
                    try {
                        Object result = method.invoke(device, args);
                        return result instanceof WearStatistics statistics ? withErases(statistics, erases) : result;
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    private static WearStatistics withErases(WearStatistics of, long erases) {
        return new WearStatistics(
                erases,
                of.hostPageWrites(),
                of.nandPageWrites(),
                of.gcCopies(),
                of.trims(),
                of.victims(),
                of.meanVictimUtilisation(),
                of.recentVictimUtilisation(),
                of.livePages(),
                of.logicalPages(),
                of.blocks(),
                of.badBlocks(),
                of.meanErases(),
                of.sigmaErases(),
                of.maxErases(),
                of.writeLatency());
    }
}
