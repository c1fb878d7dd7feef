package io.chameleon.metadata.row;

import java.util.List;

/** The classes Hibernate maps. */
public final class Entities {
    public static final List<Class<?>> ALL = List.of(
            BalancerEpochRow.class,
            BucketRow.class,
            EpochLogRow.class,
            EvacuationRow.class,
            HaltRow.class,
            MappingRow.class,
            PlanRow.class,
            PlanRemapRow.class,
            RepairRow.class,
            ServerRow.class);

    private Entities() {}
}
