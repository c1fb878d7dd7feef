package io.chameleon.balancer;

import io.chameleon.balancer.epoch.EpochReport;
import io.chameleon.core.mapping.Remap;
import io.chameleon.policy.BalancePlan;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.wire.BalanceResponse;
import java.util.Map;

/** What {@code chameleon balance} is answered: a plan, and what became of it. */
final class BalanceWire {
    private BalanceWire() {}

    /** A plan that is not carried out. */
    static BalanceResponse pack(BalancePlan plan) {
        return describe(plan).build();
    }

    static BalanceResponse pack(EpochReport report) {
        BalanceResponse.Builder response = describe(report.plan()).setMigrated(report.migrated());
        for (Map.Entry<Remap.Outcome, Integer> outcome : report.outcomes().entrySet()) {
            response.putOutcomes(RemapWire.code(outcome.getKey()), outcome.getValue());
        }
        return response.build();
    }

    private static BalanceResponse.Builder describe(BalancePlan plan) {
        return BalanceResponse.newBuilder()
                .setEpoch(plan.epoch())
                .setPolicy(plan.policy())
                .addAllRemaps(plan.remaps().stream().map(RemapWire::pack).toList())
                .setMigrations(plan.migrations().size())
                .setMeanBefore(plan.before().mean())
                .setSigmaBefore(plan.before().sigma())
                .setMeanAfter(plan.after().mean())
                .setSigmaAfter(plan.after().sigma())
                .addAllNotes(plan.notes());
    }
}
