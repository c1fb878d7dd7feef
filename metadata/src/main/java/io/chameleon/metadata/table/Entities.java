package io.chameleon.metadata.table;

import java.util.List;

/** The classes Hibernate maps. */
final class Entities {
    static final List<Class<?>> ALL = List.of(
            BalancerEpochRow.class,
            BucketRow.class,
            EpochLogRow.class,
            EvacuationRow.class,
            HaltRow.class,
            MappingRow.class,
            OutboxRow.class,
            PlanRow.class,
            PlanRemapRow.class,
            RepairRow.class,
            ServerRow.class);

    private Entities() {}
}
