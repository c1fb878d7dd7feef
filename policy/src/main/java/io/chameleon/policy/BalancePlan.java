package io.chameleon.policy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.mapping.Remap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What to do at the end of an epoch, and why.
 *
 * @param policy name of the policy that made it
 * @param remaps changes of state and destination, at most one for an object, in the order they were decided
 * @param migrations objects to copy in bulk, oldest intent first; none of them is remapped
 * @param before forecast wear without the plan
 * @param after forecast wear with it
 * @param notes what was left out, a line each
 */
public record BalancePlan(
        long epoch,
        String policy,
        List<Remap> remaps,
        List<ColdMigration> migrations,
        WearForecast before,
        WearForecast after,
        List<String> notes) {
    public BalancePlan {
        remaps = List.copyOf(remaps);
        migrations = List.copyOf(migrations);
        notes = List.copyOf(notes);
        Set<ObjectId> touched = new HashSet<>();
        remaps.forEach(remap -> Require.that(touched.add(remap.id()), "remap of a plan", remap, "one per object"));
        migrations.forEach(migration ->
                Require.that(touched.add(migration.id()), "migration of a plan", migration, "one per object"));
    }
}
