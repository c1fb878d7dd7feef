package io.chameleon.metadata.epoch;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.metadata.row.PlanRemapRow;
import io.chameleon.metadata.row.PlanRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hibernate.StatelessSession;

/** Plans in the tables {@code balancer_plan} and {@code balancer_plan_remap}, inside the caller's transaction. */
public final class Plans {
    private Plans() {}

    public static void store(StatelessSession session, StoredPlan plan) {
        boolean isLate =
                session.createSelectionQuery("select count(*) from PlanRow p where p.epoch >= :epoch", Long.class)
                                .setParameter("epoch", plan.epoch())
                                .getSingleResult()
                        > 0;
        if (isLate) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "epoch " + plan.epoch() + " has a plan already, or a later one has: complete that one");
        }
        int unused = session.createMutationQuery("delete from PlanRow p where p.complete = true")
                .executeUpdate();
        PlanRow row = new PlanRow();
        row.epoch = plan.epoch();
        row.complete = plan.complete();
        session.insert(row);
        List<PlanRemapRow> remaps = new ArrayList<>(plan.remaps().size());
        for (Remap remap : plan.remaps()) {
            remaps.add(PlanRemapRow.of(remap, remaps.size()));
        }
        session.insertMultiple(remaps);
    }

    public static Optional<StoredPlan> newestOpen(StatelessSession session) {
        return session
                .createSelectionQuery("from PlanRow p where p.complete = false order by p.epoch desc", PlanRow.class)
                .setMaxResults(1)
                .getResultList()
                .stream()
                .map(plan -> new StoredPlan(plan.epoch, remaps(session, plan.epoch), false))
                .findFirst();
    }

    private static List<Remap> remaps(StatelessSession session, long epoch) {
        return session
                .createSelectionQuery(
                        "from PlanRemapRow r where r.id.epoch = :epoch order by r.id.ordinal", PlanRemapRow.class)
                .setParameter("epoch", epoch)
                .getResultList()
                .stream()
                .map(PlanRemapRow::toRemap)
                .toList();
    }

    /** Of a complete plan, only its existence is kept. */
    public static int complete(StatelessSession session, long epoch) {
        session.createMutationQuery("delete from PlanRemapRow r where r.id.epoch = :epoch")
                .setParameter("epoch", epoch)
                .executeUpdate();
        return session.createMutationQuery("update PlanRow p set p.complete = true where p.epoch = :epoch")
                .setParameter("epoch", epoch)
                .executeUpdate();
    }
}
