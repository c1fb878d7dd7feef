package io.chameleon.core.mapping.group;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the next writes of redirected groups go. A write that goes there carries the redirect out for its object alone,
 * like a write at the destination of an intent (Chameleon III-B2, EWO); what is not written stays where it is. So a
 * redirect of any number of objects is one entry, and has no state to expire, withdraw or resume.
 *
 * <p>Objects hotter than {@code maxScore} are not redirected: a plan sees and moves them one by one.
 *
 * <p>Redirects of a range never lead in a circle: a new one ends that of the place it leads to. Immutable. Cost: O(1)
 * per row.
 *
 * @param maxScore heat score ({@link io.chameleon.core.redundancy.WriteHeat}) up to which objects are redirected
 */
public record Redirects(HashRanges ranges, double maxScore, Map<Group, Placement> destinations) {
    public Redirects {
        destinations = Map.copyOf(destinations);
    }

    public static Redirects none(HashRanges ranges) {
        return new Redirects(ranges, Double.NEGATIVE_INFINITY, Map.of());
    }

    /** Where the next writes of a group go; its own place if it is not redirected. */
    public Placement of(Group group) {
        return destinations.getOrDefault(group, group.place());
    }

    /** These, and then {@code more}, for objects up to {@code newMaxScore}. */
    public Redirects with(List<Redirect> more, double newMaxScore) {
        Map<Group, Placement> after = new HashMap<>(destinations);
        for (Redirect redirect : more) {
            Group group = redirect.group();
            if (redirect.to().equals(group.place())) {
                after.remove(group);
            } else {
                after.remove(new Group(group.range(), redirect.to()));
                after.put(group, redirect.to());
            }
        }
        return new Redirects(ranges, newMaxScore, after);
    }

    /** Those that do not lead to a server. */
    public Redirects without(ServerId server) {
        Map<Group, Placement> kept = new HashMap<>(destinations);
        kept.values().removeIf(to -> to.servers().contains(server));
        return new Redirects(ranges, maxScore, kept);
    }

    /**
     * The row as its next writer should see it: with a move to where its group is redirected, or as it is. An object
     * that waits for something, is degraded or in pieces is not redirected.
     */
    public ObjectMapping applied(ObjectMapping row) {
        if (destinations.isEmpty()
                || row.state().isIntermediate()
                || row.degraded()
                || row.heatScore() > maxScore
                || row.content().isInPieces()) {
            return row;
        }
        Placement to = destinations.get(new Group(ranges.of(row.id()), row.destination()));
        return to == null
                ? row
                : row.with()
                        .state(row.state().next(RedundancyEvent.SWAP))
                        .source(row.destination())
                        .destination(to)
                        .build();
    }
}
