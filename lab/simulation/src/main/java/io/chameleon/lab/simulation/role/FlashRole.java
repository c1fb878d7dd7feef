package io.chameleon.lab.simulation.role;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.lab.simulation.world.Failures;
import io.chameleon.lab.simulation.world.HeapBuffers;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.SimNetwork;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.server.FlashMonitor;
import io.chameleon.server.FlashServerEndpoint;
import io.chameleon.server.cluster.ClusterGuard;
import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.device.PowerCutFlash;
import io.chameleon.transport.rpc.Endpoint;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A flash server over all its lives: the flash stays, the process comes and goes. */
public final class FlashRole implements Role {
    private static final int PORT = 7000;
    private static final int MAX_REQUESTS = 1_000;
    private static final long ENDURANCE = 1_000_000;
    /** One operation of the device in this many takes its time; the others take none, which costs less to simulate. */
    private static final int PACED_IN = 3;

    private static final int SLOW_FACTOR = 400;
    private static final int SYNC_NANOS = 2_000_000;
    private static final long SCRUB_NANOS = 60_000_000_000L;
    private static final long LOOK_NANOS = 1_000_000_000L;

    private final World world;
    private final SimNetwork network;
    private final Discovery discovery;
    private final Wiring wiring;
    private final HostClock hostClock;
    private final FlashConfig config;
    private final ServerInfo info;
    private final SplittableRandom chance;
    private final Runnable onMounted;
    private PowerCutFlash flash;
    private @Nullable SimProcess process;
    private @Nullable FragmentStore store;
    private boolean slow;
    private boolean isLost;
    private boolean cutPending;
    private long erases;
    private String joined = "";

    /**
     * @param onMounted called each time the store has been mounted
     */
    public FlashRole(
            World world,
            SimNetwork network,
            Discovery discovery,
            Wiring wiring,
            String name,
            String zone,
            String node,
            FlashConfig config,
            Runnable onMounted) {
        this.world = world;
        this.network = network;
        this.discovery = discovery;
        this.wiring = wiring;
        this.hostClock = new HostClock(world);
        this.chance = world.chance();
        this.onMounted = onMounted;
        this.config = config;
        this.flash = new PowerCutFlash(config, chance);
        this.info = new ServerInfo(
                        new ServerId(name), name, PORT, zone, config.geometry().capacityBytes(), ServerInfo.Status.UP)
                .on(node);
    }

    public ServerId id() {
        return info.id();
    }

    /** As it registers, except for its identity. */
    public ServerInfo info() {
        return info;
    }

    @Override
    public String name() {
        return info.host();
    }

    @Override
    public HostClock clock() {
        return hostClock;
    }

    @Override
    public @Nullable SimProcess process() {
        return process;
    }

    /** Mounts and serves; returns at once. */
    @Override
    public void start() {
        SimProcess life = new SimProcess(world, name(), hostClock);
        process = life;
        life.start(() -> serve(life));
    }

    private void serve(SimProcess life) {
        FragmentStore mounted;
        FlashDevice device;
        try {
            device = wiring.device(flash.open(nanos -> pace(life, nanos)));
            mounted = new FragmentStore(
                    device,
                    FragmentStore.DEFAULT_HEADROOM,
                    task -> life.start(() -> {
                        life.sleep(chance.nextInt(SYNC_NANOS));
                        task.run();
                    }));
        } catch (RuntimeException e) {
            if (!life.isDead()) {
                world.violated(name() + " does not come up on its own image: " + Failures.text(e));
            }
            return;
        }
        if (life.isDead()) {
            return;
        }
        FlashMonitor monitor = new FlashMonitor(id(), mounted, ENDURANCE);
        store = mounted;
        requireErasesOf(monitor);
        joined = "";
        network.listen(
                Endpoint.of(info),
                life,
                new ClusterGuard(
                        wiring.flashServer(FlashServerEndpoint.of(
                                id(),
                                mounted,
                                monitor,
                                life::start,
                                MAX_REQUESTS,
                                life.ticker(),
                                life.clock(),
                                turn -> life.start(() -> scrub(life, turn)),
                                new CompositeMeterRegistry(),
                                HeapBuffers.INSTANCE)),
                        id(),
                        () -> joined));
        world.trace().line(name() + " is up with " + mounted.usage().fragments() + " fragments");
        onMounted.run();
        join(life, device);
    }

    /** As {@link io.chameleon.server.FlashServer} does: it registers once its device belongs to the named cluster. */
    private void join(SimProcess life, FlashDevice device) {
        while (!life.isDead() && joined.isEmpty()) {
            String named = discovery.cluster();
            UUID own = device.clusterId();
            if (own == null && !named.isEmpty()) {
                device.join(UUID.fromString(named));
            } else if (own != null && own.toString().equals(named)) {
                joined = named;
                discovery.register(
                        info.with(new ServerIdentity(
                                named,
                                wiring.deviceId(info.id(), device.deviceId().toString()))),
                        life);
            } else {
                life.sleep(LOOK_NANOS);
            }
        }
    }

    /** In production turns are a tenth of a second apart, and shorter. */
    private static void scrub(SimProcess life, Runnable turn) {
        while (!life.isDead()) {
            life.sleep(SCRUB_NANOS);
            turn.run();
        }
    }

    /** Invariant 6. */
    private void requireErasesOf(FlashMonitor monitor) {
        long now = monitor.report().erases();
        if (now < erases) {
            world.violated("invariant 6: " + name() + " had " + erases + " erases and reports " + now);
        }
        erases = now;
    }

    private void pace(SimProcess life, long nanos) {
        if (Thread.currentThread().isVirtual() && !life.isDead() && (slow || chance.nextInt(PACED_IN) == 0)) {
            life.sleep(slow ? nanos * SLOW_FACTOR : nanos);
        }
    }

    /** {@code kill -9}: everything the device was told stays. */
    @Override
    public void crash() {
        end("killed");
    }

    /** The power fails: data that was not synced may stay or vanish. */
    public void cutPower() {
        end("without power");
        flash = flash.afterCut(chance);
    }

    /** The power fails in the middle of one of the next operations of the flash. */
    public void cutPowerSoon() {
        SimProcess life = process;
        if (life == null || life.isDead() || cutPending) {
            return;
        }
        cutPending = true;
        flash.cutAfter(1L + chance.nextInt(60), () -> {
            if (cutPending) {
                cutPending = false;
                end("without power amid a write");
                flash = flash.afterCut(chance);
            }
        });
    }

    /** Revokes {@link #cutPowerSoon}. */
    public void keepPower() {
        cutPending = false;
        flash.cutAfter(Long.MAX_VALUE, () -> {});
    }

    private void end(String how) {
        SimProcess life = process;
        if (life == null || life.isDead()) {
            return;
        }
        world.trace().line(name() + " is " + how);
        keepPower();
        store = null;
        life.kill();
        network.ended(life);
    }

    /** The image, as a backup of its volume has it. */
    public FlashImage image() {
        return new FlashImage(flash.image(), fragments());
    }

    public FlashImage blankImage() {
        return FlashImage.blank(config, chance);
    }

    public FlashImage foreignImage() {
        return FlashImage.foreign(config, chance);
    }

    /** Replaces its image with another. Returns its own, with its content. */
    public FlashImage exchange(FlashImage image) {
        FlashImage own = new FlashImage(flash, fragments());
        List<Fragment> unused = restartWith(image);
        return own;
    }

    /** Stops the server and restarts it with another image. Returns the fragments that it held and no longer has. */
    public List<Fragment> restartWith(FlashImage image) {
        Set<Fragment> lost = new LinkedHashSet<>(fragments());
        image.held().forEach(lost::remove);
        end("stopped, and gets another image");
        flash = image.flash();
        erases = 0;
        start();
        return List.copyOf(lost);
    }

    /** The server is lost with everything it holds and never comes back. Returns its content. */
    public List<Fragment> lose() {
        List<Fragment> lost = fragments();
        end("lost for good");
        isLost = true;
        return lost;
    }

    @Override
    public boolean isLost() {
        return isLost;
    }

    public void slow(boolean isSlow) {
        slow = isSlow;
    }

    /** Whether a fragment is here; empty while the server is down. */
    public Optional<Boolean> holds(FragmentId id) {
        FragmentStore mounted = store;
        if (mounted == null || joined.isEmpty()) {
            return isLost ? Optional.of(false) : Optional.empty();
        }
        try {
            return Optional.of(mounted.find(id).length() >= 0);
        } catch (ChameleonError e) {
            if (e.code() != ErrorCode.FRAGMENT_NOT_FOUND) {
                throw e;
            }
            return Optional.of(false);
        }
    }

    /** Whether a fragment is here and its content matches its checksum; false while the server is down. */
    public boolean isSound(FragmentId id) {
        FragmentStore mounted = store;
        if (mounted == null) {
            return false;
        }
        try {
            Fragment fragment = mounted.find(id);
            mounted.read(fragment, 0, MemorySegment.ofArray(new byte[fragment.length()]));
            return true;
        } catch (ChameleonError missingOrDamaged) {
            return false;
        }
    }

    /** All fragments; empty while the server is down. */
    public List<Fragment> fragments() {
        FragmentStore mounted = store;
        return mounted == null
                ? List.of()
                : mounted.list(Long.MAX_VALUE, null, Integer.MAX_VALUE).fragments();
    }

    /** Whether it serves the cluster. */
    public boolean isUp() {
        return store != null && !joined.isEmpty();
    }

    /** Fills the device with fragments of a write that will never be committed. */
    public void fill(WriteId orphan) {
        FragmentStore mounted = store;
        SimProcess life = process;
        if (mounted == null || life == null || !isUp()) {
            return;
        }
        life.start(() -> Ballast.fill(mounted, orphan));
    }

    /** Deletes a write behind the cluster's back. */
    public void erase(WriteId write) {
        FragmentStore mounted = store;
        SimProcess life = process;
        if (mounted != null && life != null) {
            life.start(() -> {
                int unused = mounted.deleteWrites(List.of(write));
            });
        }
    }

    /** Flips a bit of every page of a fragment; true if there were any. */
    public boolean decay(FragmentId id) {
        byte[] owner = ByteBuffer.allocate(20)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(id.writeId().high())
                .putLong(id.writeId().low())
                .putInt(id.segment() << 8 | id.index())
                .array();
        return flash.decay(owner, chance.nextInt(64)) > 0;
    }
}
