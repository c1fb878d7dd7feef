package io.chameleon.policy.rival;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.RivalConfig;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.draft.Destinations;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.draft.Reasons;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * EDM (III-B): if the erases of a window differ too much between servers, Algorithm 1 says how much each should give or
 * take, and objects are copied at once until that is done.
 *
 * <p>Three details the paper leaves open. Its groups keep two objects of one file off one device; here a fragment moves
 * alone, to a server without any fragment of its object (reading 27). "In proportion" to what destinations can take:
 * each fragment goes to the one that can still take most. A fragment more than twice as large as what its source still
 * has to give, or its destination to take, stays: moving it would reverse the difference, and it would go back an epoch
 * later.
 *
 * <p>Cost: O((servers + objects) log) and Algorithm 1.
 */
final class EdmPlanner {
    /** A server may hold the object already, or be full; among this many with most left to take one will do. */
    private static final int TRIES = 32;

    /** How large one fragment may be, relative to the amount left to shift. */
    private static final double OVERSHOOT = 2;

    private final ClusterSnapshot snapshot;
    private final RivalConfig config;
    private final EdmVariant variant;
    private final String name;
    private final PlanDraft draft;
    private final BulkRoom room;
    private final Destinations destinations;
    private final double averageSize;
    private final NavigableSet<Target> targets =
            new TreeSet<>(Comparator.comparingDouble(Target::left).reversed().thenComparing(target -> target.server));

    /** @param left amount that it should still take */
    private record Target(ServerId server, double left) {}

    EdmPlanner(ClusterSnapshot snapshot, RivalConfig config, EdmVariant variant, String name, PlanDraft draft) {
        this.snapshot = snapshot;
        this.config = config;
        this.variant = variant;
        this.name = name;
        this.draft = draft;
        this.room = new BulkRoom(snapshot, draft.ledger().maxFill());
        this.destinations = new Destinations(draft.ledger(), room);
        this.averageSize =
                snapshot.objects().stream().mapToLong(Candidate::size).average().orElse(0);
    }

    void plan() {
        List<ServerLoad> devices = involved();
        if (devices.isEmpty()) {
            return;
        }
        double[] shifts = EdmShift.shifts(
                devices.stream().mapToDouble(variant::amount).toArray(),
                config.edmIterations(),
                (device, amount) -> variant.erases(devices.get(device), amount));
        Map<ServerId, Double> gives = new HashMap<>();
        for (int i = 0; i < shifts.length; i++) {
            if (shifts[i] < 0) {
                gives.put(devices.get(i).id(), -shifts[i]);
            } else if (shifts[i] > 0) {
                targets.add(new Target(devices.get(i).id(), shifts[i]));
            }
        }
        Map<ServerId, List<HeldFragment>> fragments = fragmentsOn(gives.keySet());
        devices.stream()
                .filter(device -> gives.containsKey(device.id()))
                .sorted(Comparator.comparingDouble(this::erases).reversed().thenComparing(ServerLoad::id))
                .forEach(source -> relieve(
                        source, gives.getOrDefault(source.id(), 0.0), fragments.getOrDefault(source.id(), List.of())));
    }

    /** The sources and the destinations (EDM III-B2); none while the wear is even enough. */
    private List<ServerLoad> involved() {
        List<ServerLoad> devices =
                snapshot.servers().stream().filter(ServerLoad::writable).toList();
        double[] erases = devices.stream().mapToDouble(this::erases).toArray();
        double mean = IntStream.range(0, erases.length)
                .mapToDouble(i -> erases[i])
                .average()
                .orElse(0);
        if (mean == 0) {
            draft.note(name + ": no server is known to have been written to");
            return List.of();
        }
        double variance = IntStream.range(0, erases.length)
                .mapToDouble(i -> (erases[i] - mean) * (erases[i] - mean))
                .average()
                .orElse(0);
        if (Math.sqrt(variance) / mean <= config.edmLambda()) {
            return List.of();
        }
        return IntStream.range(0, erases.length)
                .filter(i -> erases[i] - mean > mean * config.edmLambda() || erases[i] < mean)
                .mapToObj(devices::get)
                .toList();
    }

    private double erases(ServerLoad server) {
        return variant.erases(server, variant.amount(server));
    }

    /** All fragments on the servers that give, in the order of moving. */
    private Map<ServerId, List<HeldFragment>> fragmentsOn(Set<ServerId> gives) {
        Map<ServerId, List<HeldFragment>> fragments = new HashMap<>();
        gives.forEach(server -> fragments.put(server, new ArrayList<>()));
        List<Candidate> objects = new ArrayList<>(snapshot.objects());
        objects.sort(variant.order());
        for (Candidate object : objects) {
            int index = 0;
            for (ServerId server : object.live().servers()) {
                List<HeldFragment> there = fragments.get(server);
                if (there != null && object.holds(object.live().scheme(), index)) {
                    there.add(new HeldFragment(object, index));
                }
                index++;
            }
        }
        return fragments;
    }

    private void relieve(ServerLoad source, double toGive, List<HeldFragment> fragments) {
        EdmVariant.Amounts amounts = variant.amounts(source, fragments);
        double left = toGive;
        for (HeldFragment fragment : fragments) {
            if (left <= 0 || targets.isEmpty() || !variant.mayGive(room.fill(source))) {
                return;
            }
            double amount = amounts.of(fragment);
            if (amount <= OVERSHOOT * left && isMovable(fragment.object()) && move(fragment, source.id(), amount)) {
                left -= amount;
            }
        }
        if (left > 0) {
            draft.note("%s: %s of %s %s stay on %s: no object left that may move"
                    .formatted(name, Reasons.number(left), Reasons.number(toGive), variant.unit(), source.id()));
        }
    }

    private boolean isMovable(Candidate object) {
        return variant.isMovable(object) && !object.state().isIntermediate() && draft.isFree(object);
    }

    private boolean move(HeldFragment fragment, ServerId from, double amount) {
        Candidate object = fragment.object();
        Iterator<Target> mostLeftFirst = targets.iterator();
        for (int tries = 0; tries < TRIES && mostLeftFirst.hasNext(); tries++) {
            Target target = mostLeftFirst.next();
            if (amount > OVERSHOOT * target.left()) {
                return false; // and so it is for all after it
            }
            Optional<Placement> destination = destinations.replaced(object, from, target.server());
            if (destination.isPresent()) {
                String reason = name + ": " + Reasons.number(amount) + " " + variant.unit() + " from " + from + " to "
                        + target.server();
                draft.moveAtOnce(object, RedundancyEvent.SWAP, destination.get(), reason);
                room.move(object, destination.get());
                mostLeftFirst.remove();
                if (target.left() > amount) {
                    targets.add(new Target(target.server(), target.left() - amount));
                }
                return true;
            }
            if (object.size() <= averageSize
                    && !room.fits(object, object.live().scheme(), fragment.index(), target.server())) {
                mostLeftFirst.remove(); // as good as full: servers with room must not wait behind it
            }
        }
        return false;
    }
}
