package io.chameleon.metadata.rebuild;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.rebuild.table.RebuiltVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Where the fragments of one write are, and whether they suffice. An index is assigned to the server that holds most of
 * its segments; more than one may hold some after an interrupted move. Missing segments are left to repair. An index
 * without any fragment goes to a server that holds nothing of the write.
 */
final class Assessment {
    private final FoundWrite write;
    private final Manifest manifest;
    private final ObjectContent content;
    private final RedundancyScheme scheme;
    /** By index: the segments of it that each server has. */
    private final List<Map<ServerId, BitSet>> found = new ArrayList<>();

    private final List<ServerId> all;

    /** @param servers all servers */
    Assessment(FoundWrite write, Manifest manifest, Set<ServerId> servers) {
        this.write = write;
        this.manifest = manifest;
        this.content = manifest.content();
        this.scheme = manifest.scheme();
        this.all = List.copyOf(new TreeSet<>(servers));
        for (int index = 0; index < scheme.width(); index++) {
            found.add(new HashMap<>());
        }
        write.fragments()
                .forEach((server, fragments) -> fragments.stream()
                        .filter(id -> id.index() < scheme.width() && id.segment() < content.segments())
                        .forEach(id -> found.get(id.index())
                                .computeIfAbsent(server, any -> new BitSet())
                                .set(id.segment())));
    }

    /**
     * Its row in the table; empty if there are fewer servers than the scheme needs.
     *
     * @param damaged whether a server reported a fragment as damaged
     * @param lostServers how many servers' content is gone
     */
    Optional<RebuiltVersion> version(Predicate<FragmentId> damaged, int lostServers, String principal) {
        ServerId[] chosen = choose();
        if (!complete(chosen)) {
            return Optional.empty();
        }
        BitSet[] sound = new BitSet[scheme.width()];
        List<Integer> missing = new ArrayList<>();
        int neverStored = 0;
        for (int index = 0; index < sound.length; index++) {
            BitSet there = found.get(index).getOrDefault(chosen[index], new BitSet());
            neverStored += isWhole(index, there) ? 0 : 1;
            sound[index] = without(there, index, damaged);
            if (!isWhole(index, sound[index])) {
                missing.add(index);
            }
        }
        boolean readable = isReadable(sound);
        // An acknowledged write was once on a quorum of servers; one that cannot have been is the rest of a failed
        // write.
        boolean unfinished = !readable && scheme.width() - neverStored + lostServers < scheme.writeQuorum();
        return Optional.of(new RebuiltVersion(
                MappingRules.rebuilt(
                        manifest.id(),
                        write.writeId(),
                        content,
                        new Placement(scheme, Arrays.asList(chosen)),
                        !missing.isEmpty()),
                missing,
                readable
                        ? RebuiltVersion.State.READABLE
                        : unfinished ? RebuiltVersion.State.UNFINISHED : RebuiltVersion.State.UNREADABLE,
                principal));
    }

    private ServerId[] choose() {
        ServerId[] chosen = new ServerId[scheme.width()];
        Set<ServerId> taken = new HashSet<>();
        for (int index = 0; index < chosen.length; index++) {
            int at = index;
            found.get(index).entrySet().stream()
                    .filter(entry -> !taken.contains(entry.getKey()))
                    .max(Map.Entry.<ServerId, BitSet>comparingByValue((a, b) -> a.cardinality() - b.cardinality())
                            .thenComparing(Map.Entry.comparingByKey()))
                    .ifPresent(best -> {
                        chosen[at] = best.getKey();
                        taken.add(best.getKey());
                    });
        }
        fill(chosen, taken);
        return chosen;
    }

    /** Servers that hold an index of the write cannot take another one. */
    private void fill(ServerId[] chosen, Set<ServerId> taken) {
        int start = Math.floorMod(write.writeId().hashCode(), Math.max(1, all.size()));
        for (int index = 0; index < chosen.length; index++) {
            for (int i = 0; i < all.size() && chosen[index] == null; i++) {
                ServerId next = all.get((start + i) % all.size());
                if (taken.add(next)) {
                    chosen[index] = next;
                }
            }
        }
    }

    private static boolean complete(ServerId[] chosen) {
        return Arrays.stream(chosen).allMatch(server -> server != null);
    }

    private BitSet without(BitSet there, int index, Predicate<FragmentId> damaged) {
        BitSet sound = new BitSet();
        there.stream()
                .filter(segment -> !damaged.test(new FragmentId(write.writeId(), segment, index)))
                .forEach(sound::set);
        return sound;
    }

    /** Whether every segment of the index exists, except padding, which is never stored. */
    private boolean isWhole(int index, BitSet there) {
        for (int segment = 0; segment < content.segments(); segment++) {
            if (!there.get(segment) && !scheme.isPadding(index, content.segmentLength(segment))) {
                return false;
            }
        }
        return true;
    }

    private boolean isReadable(BitSet[] sound) {
        for (int segment = 0; segment < content.segments(); segment++) {
            BitSet have = new BitSet();
            for (int index = 0; index < sound.length; index++) {
                have.set(index, sound[index].get(segment) || scheme.isPadding(index, content.segmentLength(segment)));
            }
            if (!scheme.isReadable(have)) {
                return false;
            }
        }
        return true;
    }
}
