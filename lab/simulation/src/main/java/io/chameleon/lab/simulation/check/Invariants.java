package io.chameleon.lab.simulation.check;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.upload.Extent;
import io.chameleon.lab.simulation.role.FlashRole;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.server.store.Fragment;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The invariants of docs/architecture.md that are visible to an outside observer of the table and all servers.
 *
 * <p>1 and 2: the live servers of an object hold every fragment of its write, or at least the degraded minimum while
 * repair is due. A server that is down is asked once it is up again. {@link Watch} checks 5, that only the current
 * leader changes anything; 4 is in the type of a placement, 6 in {@link FlashRole}.
 */
public final class Invariants {
    /** Where a fragment is. */
    record Place(ServerId server, FragmentId fragment) {}

    private final World world;
    private final Supplier<List<ObjectMapping>> rows;
    private final Pieces pieces;
    private final Map<ServerId, FlashRole> servers;
    /** Fragments that decay has destroyed: unnoticed until they are read. */
    private final Set<Place> decayed = new HashSet<>();

    private long checks;

    /** @param extents of a composed version; null if there is no such list */
    public Invariants(
            World world,
            Supplier<List<ObjectMapping>> rows,
            Function<ObjectMapping, @Nullable List<Extent>> extents,
            Map<ServerId, FlashRole> servers) {
        this.world = world;
        this.rows = rows;
        this.pieces = new Pieces(world, extents);
        this.servers = servers;
    }

    public long checks() {
        return checks;
    }

    /** Looks at every object. Cost: one lookup for each of its fragments. */
    public void check(String after) {
        checks++;
        List<ObjectMapping> all = rows.get();
        for (ObjectMapping row : all) {
            for (int segment = 0; segment < row.content().segments(); segment++) {
                check(row, segment, after);
            }
            pieces.check(row, all, after);
        }
    }

    private void check(ObjectMapping row, int segment, String after) {
        List<ServerId> live = row.live().servers();
        BitSet unreadable = new BitSet();
        StringBuilder missing = new StringBuilder();
        for (int index = 0; index < live.size(); index++) {
            if (row.live().scheme().isPadding(index, row.content().segmentLength(segment))) {
                continue;
            }
            FragmentId fragment = new FragmentId(row.writeId(), segment, index);
            boolean isDecayed = decayed.contains(new Place(live.get(index), fragment));
            boolean isMissing = isMissing(live.get(index), fragment);
            unreadable.set(index, isDecayed || isMissing);
            if (isMissing && !isDecayed) {
                missing.append(' ').append(fragment).append(" on ").append(live.get(index));
            }
        }
        boolean tooFew = row.live().scheme().margin(unreadable.stream().boxed().toList()) < 0;
        if (tooFew || !row.degraded() && !missing.isEmpty()) {
            world.violated("invariant 1 after " + after + ": " + row.id() + " " + row.state()
                    + (row.degraded() ? " (degraded)" : "") + " misses" + missing
                    + (tooFew ? " and cannot be read" : ""));
        }
    }

    private boolean isMissing(ServerId server, FragmentId fragment) {
        FlashRole role = servers.get(server);
        return role == null || !role.holds(fragment).orElse(true);
    }

    /**
     * Repair reports that it has restored the fragments known to be missing. Those not yet known it has left as they
     * were.
     */
    void repaired(Repair repair, List<Integer> known) {
        for (int index : known) {
            if (!repair.missing().contains(index)) {
                ServerId server = repair.live().servers().get(index);
                int whole = index;
                decayed.removeIf(place -> place.server.equals(server)
                        && place.fragment.writeId().equals(repair.writeId())
                        && place.fragment.index() == whole);
            }
        }
    }

    /** Whether every object can lose a whole server: none is degraded, and no fragment of any has been destroyed. */
    public boolean canLoseAServer() {
        return rows.get().stream().noneMatch(ObjectMapping::degraded)
                && rows.get().stream()
                        .noneMatch(row -> decayed.stream()
                                .anyMatch(place -> place.fragment.writeId().equals(row.writeId())));
    }

    /** These fragments were destroyed, and that is not the product's fault. */
    public void lost(ServerId server, List<Fragment> fragments) {
        fragments.forEach(fragment -> decayed.add(new Place(server, fragment.id())));
    }

    /**
     * Makes one fragment of an intact object decay, unless another of its segment has decayed. Returns what was
     * destroyed, or "".
     */
    public String decay(ObjectMapping row, int segment, int index) {
        List<ServerId> live = row.live().servers();
        boolean sound = !row.degraded();
        for (int i = 0; i < live.size(); i++) {
            sound &= !decayed.contains(new Place(live.get(i), new FragmentId(row.writeId(), segment, i)));
        }
        FragmentId fragment = new FragmentId(row.writeId(), segment, index);
        FlashRole server = servers.get(live.get(index));
        if (!sound || server == null || !server.decay(fragment)) {
            return "";
        }
        decayed.add(new Place(server.id(), fragment));
        return fragment + " on " + server.name();
    }
}
