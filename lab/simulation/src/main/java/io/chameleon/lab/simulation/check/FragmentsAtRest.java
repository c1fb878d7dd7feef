package io.chameleon.lab.simulation.check;

import io.chameleon.core.Chunks;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.lab.simulation.role.FlashRole;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.server.store.Fragment;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What must hold of every fragment once nothing has been under way for long: each is whole in its place, and there are
 * no others.
 */
public final class FragmentsAtRest {
    private final World world;
    private final Supplier<List<ObjectMapping>> rows;
    private final Map<ServerId, FlashRole> servers;

    public FragmentsAtRest(World world, Supplier<List<ObjectMapping>> rows, Map<ServerId, FlashRole> servers) {
        this.world = world;
        this.rows = rows;
        this.servers = servers;
    }

    /** Repair has made everything whole. */
    public void checkRepaired() {
        rows.get().stream()
                .filter(ObjectMapping::degraded)
                .findFirst()
                .ifPresent(row -> world.violated(row.id() + " is still degraded when all is quiet: " + row.state()
                        + " on " + row.live().servers()));
    }

    /** Every object has every fragment, intact, where the mapping says, whether or not its damage was noticed. */
    public void checkAtRest() {
        for (ObjectMapping row : rows.get()) {
            for (int segment = 0; segment < row.content().segments(); segment++) {
                for (int index = 0; index < row.live().servers().size(); index++) {
                    checkAtRest(row, segment, index);
                }
            }
        }
    }

    private void checkAtRest(ObjectMapping row, int segment, int index) {
        FragmentId fragment = new FragmentId(row.writeId(), segment, index);
        ServerId server = row.live().servers().get(index);
        FlashRole role = servers.get(server);
        if (!row.live().scheme().isPadding(index, row.content().segmentLength(segment))
                && (role == null || !role.isSound(fragment))) {
            world.violated("redundancy at rest: of " + row.id() + ", " + row.state() + ", " + fragment
                    + " is not whole on " + server);
        }
    }

    /** Every chunk is named by an object. */
    public void checkUploads() {
        List<ObjectMapping> all = rows.get();
        for (ObjectMapping row : all) {
            if (Chunks.isChunk(row.id()) && all.stream().noneMatch(object -> Pieces.isChunkOf(row, object))) {
                world.violated("leak: no object names " + row.id() + " when all is quiet");
            }
        }
    }

    /**
     * No fragment is left that no row refers to. Metadata knows whether a write is live on a server, but not which of
     * its fragments. So a surplus fragment of a live write, left by a cancelled migration, stays until the object is
     * overwritten. Returns how many of these there are.
     */
    public int checkLeaks() {
        int spare = 0;
        Set<Invariants.Place> referred = new HashSet<>();
        for (ObjectMapping row : rows.get()) {
            for (int segment = 0; segment < row.content().segments(); segment++) {
                refer(row, row.live().servers(), segment, referred);
                refer(row, row.destination().servers(), segment, referred);
            }
        }
        for (Map.Entry<ServerId, FlashRole> server : servers.entrySet()) {
            for (Fragment fragment : server.getValue().fragments()) {
                if (referred.contains(new Invariants.Place(server.getKey(), fragment.id()))) {
                    continue;
                }
                if (isOfALiveWrite(fragment.id(), server.getKey())) {
                    spare++;
                } else {
                    world.violated("leak: nobody refers to " + fragment.id() + " on " + server.getKey());
                }
            }
        }
        return spare;
    }

    private boolean isOfALiveWrite(FragmentId fragment, ServerId server) {
        return rows.get().stream()
                .anyMatch(row -> row.writeId().equals(fragment.writeId())
                        && (row.live().servers().contains(server)
                                || row.destination().servers().contains(server)));
    }

    private static void refer(ObjectMapping row, List<ServerId> to, int segment, Set<Invariants.Place> referred) {
        for (int index = 0; index < to.size(); index++) {
            referred.add(new Invariants.Place(to.get(index), new FragmentId(row.writeId(), segment, index)));
        }
    }
}
