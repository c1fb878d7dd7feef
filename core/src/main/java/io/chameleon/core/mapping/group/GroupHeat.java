package io.chameleon.core.mapping.group;

import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much is overwritten in each group: sums over its objects, kept up by what each change of a row adds and takes
 * away. An object's part goes with it when it moves. All of it decays together, by half each epoch as an object's heat
 * does ({@link io.chameleon.core.redundancy.WriteHeat}), so nothing is visited when an epoch ends, and what was missed
 * or counted twice is soon forgotten.
 *
 * <p>Cost: O(width) per change; memory O(groups written within some tens of epochs). Not safe from several threads.
 */
public final class GroupHeat {
    /** Groups written less are forgotten. */
    public static final double LEAST_HEAT = 1.0 / 1024;

    private final HashRanges ranges;
    private final int pageBytes;
    private final Map<Group, DecayedSum> groups = new HashMap<>();

    public GroupHeat(HashRanges ranges, int pageBytes) {
        this.ranges = ranges;
        this.pageBytes = pageBytes;
    }

    /**
     * The sums of a group at the end of an epoch.
     *
     * @param heat decayed writes, {@code p_k} summed over the objects
     * @param pages by fragment: decayed pages that those writes wrote
     */
    public record Of(Group group, double heat, List<Double> pages) {
        public Of {
            pages = List.copyOf(pages);
        }
    }

    /** A row was changed, added ({@code before} is null) or removed ({@code after} is null) in {@code epoch}. */
    public void changed(@Nullable ObjectMapping before, @Nullable ObjectMapping after, long epoch) {
        if (before != null) {
            add(before, -1, epoch);
        }
        if (after != null) {
            add(after, 1, epoch);
        }
    }

    /**
     * Whether an object counts: once it was overwritten. Of a first write nothing follows: chunks, parts and much else
     * are never overwritten, and no redirect moves them. An object in pieces has no fragments to move.
     */
    public static boolean counts(ObjectMapping row) {
        return row.heatScore() > row.createdEpoch() && !row.content().isInPieces();
    }

    private void add(ObjectMapping row, int sign, long epoch) {
        if (!counts(row)) {
            return;
        }
        Placement live = row.live();
        RedundancyScheme scheme = live.scheme();
        DecayedSum sum = groups.computeIfAbsent(
                new Group(ranges.of(row.id()), live), group -> new DecayedSum(scheme.width(), epoch));
        sum.decay(epoch);
        double heat = sign * row.heat(epoch);
        sum.heat += heat;
        for (int i = 0; i < sum.pages.length; i++) {
            sum.pages[i] += heat
                    * scheme.fragmentPages(
                            i, row.content().size(), row.content().segmentBytes(), pageBytes);
        }
    }

    /** The {@code limit} hottest groups at the end of {@code epoch}, hottest first; the coldest are forgotten. */
    public List<Of> hottest(int limit, long epoch) {
        groups.values().removeIf(sum -> {
            sum.decay(epoch);
            return sum.heat < LEAST_HEAT;
        });
        return sums().sorted(Comparator.comparingDouble(Of::heat).reversed().thenComparing(Of::group, Group.ORDER))
                .limit(limit)
                .toList();
    }

    /** All sums at the end of {@code epoch}, where more was taken away than added also below 0; then starts over. */
    public List<Of> take(long epoch) {
        groups.values().forEach(sum -> sum.decay(epoch));
        List<Of> all = sums().toList();
        groups.clear();
        return all;
    }

    private Stream<Of> sums() {
        return groups.entrySet().stream().map(entry -> {
            DecayedSum sum = entry.getValue();
            return new Of(
                    entry.getKey(), sum.heat, Arrays.stream(sum.pages).boxed().toList());
        });
    }
}
