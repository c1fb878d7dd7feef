package io.chameleon.policy;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a plan needs to know about a group: the overwritten objects of a hash range in one place, without those that the
 * snapshot lists one by one. A plan redirects it as a whole. It does not know how many objects it has.
 *
 * @param next where it is redirected, or its own place
 * @param heat decayed writes of all its objects
 * @param pagesPerWrite by fragment, mean over its writes
 * @param mostPages pages of a fragment that it may hold at most, about
 */
public record ObjectGroup(Group group, Placement next, double heat, List<Double> pagesPerWrite, double mostPages)
        implements Movable {
    static final Comparator<ObjectGroup> ORDER = Comparator.comparing(ObjectGroup::group, Group.ORDER);

    /** Less heat than this is not worth an entry: nothing is written to the group any more. */
    private static final double LEAST_HEAT = 1.0 / 64;

    public ObjectGroup {
        pagesPerWrite = List.copyOf(pagesPerWrite);
        Require.that(heat > 0 && mostPages >= 0, "heat of " + group, heat, "more than 0");
        Require.that(
                pagesPerWrite.size() == group.place().servers().size()
                        && next.scheme().equals(group.place().scheme()),
                "fragments of " + group,
                pagesPerWrite + " and " + next,
                "the scheme " + group.place().scheme());
    }

    /**
     * The groups of a snapshot.
     *
     * @param heats of whole groups
     * @param listed those of the objects that the snapshot lists one by one that count ({@link GroupHeat#counts}):
     *     their part is taken out
     * @param servers whose live pages tell how much a range holds on average
     */
    public static List<ObjectGroup> of(
            Collection<GroupHeat.Of> heats,
            Redirects redirects,
            Collection<Candidate> listed,
            Collection<ServerLoad> servers) {
        if (heats.isEmpty() || servers.isEmpty()) {
            return List.of();
        }
        int pageBytes = servers.iterator().next().pageBytes();
        double rangePages = servers.stream().mapToDouble(ServerLoad::livePages).sum()
                / redirects.ranges().count();
        Map<Group, List<Candidate>> apart = new HashMap<>();
        for (Candidate object : listed) {
            Group group = new Group(redirects.ranges().of(object.id()), object.live());
            apart.computeIfAbsent(group, any -> new ArrayList<>()).add(object);
        }
        List<ObjectGroup> groups = new ArrayList<>(heats.size());
        for (GroupHeat.Of whole : heats) {
            double heat = whole.heat();
            double[] pages =
                    whole.pages().stream().mapToDouble(Double::doubleValue).toArray();
            for (Candidate object : apart.getOrDefault(whole.group(), List.of())) {
                heat -= object.heat();
                for (int i = 0; i < pages.length; i++) {
                    pages[i] -= object.heat() * object.pages(object.live().scheme(), i, pageBytes);
                }
            }
            if (heat >= LEAST_HEAT) {
                double rest = heat;
                groups.add(new ObjectGroup(
                        whole.group(),
                        redirects.of(whole.group()),
                        heat,
                        IntStream.range(0, pages.length)
                                .mapToObj(i -> Math.max(0, pages[i]) / rest)
                                .toList(),
                        rangePages / pages.length));
            }
        }
        return groups;
    }

    @Override
    public Placement live() {
        return group.place();
    }

    @Override
    public double pagesPerWrite(RedundancyScheme scheme, int index, int pageBytes) {
        return pagesPerWrite.get(index);
    }

    @Override
    public List<ServerId> holders(Placement placement) {
        return IntStream.range(0, pagesPerWrite.size())
                .filter(index -> pagesPerWrite.get(index) > 0)
                .mapToObj(placement.servers()::get)
                .toList();
    }

    @Override
    public int nameHash() {
        return 31 * group.range() + group.place().toString().hashCode();
    }
}
