package io.chameleon.testkit.table;

import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.mapping.table.RemapTable;
import java.util.List;

/** The part of {@link InMemoryMappingTable} that is about groups of objects, under the table's lock: this object. */
abstract class GroupPort extends QuotaPort implements RemapTable {
    final InMemoryRemaps remaps;
    private final InMemoryRows rows;

    GroupPort(InMemoryRows rows, InMemoryRemaps remaps) {
        super(rows);
        this.rows = rows;
        this.remaps = remaps;
    }

    @Override
    public synchronized List<GroupHeat.Of> hottestGroups(long epoch, int limit) {
        return remaps.hottestGroups(epoch, limit);
    }

    @Override
    public synchronized Redirects redirects() {
        return remaps.redirects();
    }

    @Override
    public synchronized void redirect(long fence, List<Redirect> redirects, double maxScore) {
        rows.leadership().require(fence);
        remaps.redirect(redirects, maxScore);
    }
}
