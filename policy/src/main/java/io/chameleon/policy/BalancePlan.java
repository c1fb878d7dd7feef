package io.chameleon.policy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.mapping.group.Redirect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What to do at the end of an epoch, and why: first all remaps, then the migrations. An object that must move at once
 * is in both: it is remapped, then copied to the remap's destination.
 *
 * @param policy name of the policy that made it
 * @param remaps changes of state and destination, at most one per object, in the order of decision
 * @param migrations objects to copy in bulk, in the order of decision, at most one per object. For a remapped object:
 *     the remap's destination, and the version that the remap creates, which is one more than it expects
 * @param redirects of groups, at most one per group; they touch no object that is remapped
 * @param before forecast wear without the plan
 * @param course forecast wear after the first remap, after the first two, and so on, with the redirects decided by then
 * @param after forecast wear with the plan
 * @param notes what was left out, one line each
 */
public record BalancePlan(
        long epoch,
        String policy,
        List<Remap> remaps,
        List<BulkMigration> migrations,
        List<Redirect> redirects,
        WearForecast before,
        List<WearForecast> course,
        WearForecast after,
        List<String> notes) {
    /** Without redirects. */
    public BalancePlan(
            long epoch,
            String policy,
            List<Remap> remaps,
            List<BulkMigration> migrations,
            WearForecast before,
            List<WearForecast> course,
            List<String> notes) {
        this(
                epoch,
                policy,
                remaps,
                migrations,
                List.of(),
                before,
                course,
                course.isEmpty() ? before : course.getLast(),
                notes);
    }

    public BalancePlan {
        remaps = List.copyOf(remaps);
        redirects = List.copyOf(redirects);
        migrations = List.copyOf(migrations);
        course = List.copyOf(course);
        Require.that(course.size() == remaps.size(), "forecasts of a plan", course.size(), "one for each remap");
        notes = List.copyOf(notes);
        Map<ObjectId, Remap> remapped = new HashMap<>();
        for (Remap remap : remaps) {
            Require.that(remapped.put(remap.id(), remap) == null, "remap of a plan", remap, "one per object");
        }
        Set<Group> redirected = new HashSet<>();
        for (Redirect redirect : redirects) {
            Require.that(redirected.add(redirect.group()), "redirect of a plan", redirect, "one per group");
        }
        Set<ObjectId> migrated = new HashSet<>();
        for (BulkMigration migration : migrations) {
            Require.that(migrated.add(migration.id()), "migration of a plan", migration, "one per object");
            Remap remap = remapped.get(migration.id());
            Require.that(
                    remap == null || follows(migration, remap),
                    "migration of a plan",
                    migration,
                    "what " + remap + " leads to");
        }
    }

    /** The first {@code count} remaps and their migrations, and all redirects, with one more note. */
    public BalancePlan first(int count, String note) {
        Set<ObjectId> dropped = remaps.stream().skip(count).map(Remap::id).collect(Collectors.toSet());
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new BalancePlan(
                epoch,
                policy,
                remaps.subList(0, count),
                migrations.stream()
                        .filter(migration -> !dropped.contains(migration.id()))
                        .toList(),
                redirects,
                before,
                course.subList(0, count),
                count == 0 ? before : course.get(count - 1),
                more);
    }

    private static boolean follows(BulkMigration migration, Remap remap) {
        return migration.version() == remap.expectedVersion() + 1
                && migration.destination().equals(remap.destination());
    }
}
