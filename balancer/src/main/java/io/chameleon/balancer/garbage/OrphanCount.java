package io.chameleon.balancer.garbage;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.transport.client.FragmentPage;
import java.util.Set;
import java.util.stream.Collectors;

/** What a server holds, and how much of it nothing refers to. */
final class OrphanCount {
    private final GarbageTable table;
    private final ServerId server;
    private long held;
    private long orphans;

    OrphanCount(GarbageTable table, ServerId server) {
        this.table = table;
        this.server = server;
    }

    /** Always true, so that pages go on. */
    boolean add(FragmentPage page) {
        held += page.fragments().size();
        orphans += fragmentsOf(table.orphans(server, writes(page)), page);
        return true;
    }

    long held() {
        return held;
    }

    /** Fragments. */
    long orphans() {
        return orphans;
    }

    static Set<WriteId> writes(FragmentPage page) {
        return page.fragments().stream().map(entry -> entry.id().writeId()).collect(Collectors.toSet());
    }

    static int fragmentsOf(Set<WriteId> writes, FragmentPage page) {
        return (int) page.fragments().stream()
                .filter(entry -> writes.contains(entry.id().writeId()))
                .count();
    }
}
