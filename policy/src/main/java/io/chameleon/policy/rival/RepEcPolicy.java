package io.chameleon.policy.rival;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.WearPolicy;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.ledger.WearLedger;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The hybrid baseline (Chameleon IV-B2, REP+EC-baseline, similar to HDFS-RAID): new and rewritten data is replicated,
 * and data that was not written for some epochs is encoded in bulk; wear plays no part (reading 26).
 *
 * <p>"A write turns EC back to REP" is a standing intent: an encoded object waits in LATE_REP for its next write,
 * however long. It gets that intent in the epoch after it was encoded. All data goes where the ring says, skipping
 * servers without room.
 */
public final class RepEcPolicy implements WearPolicy {
    public static final String NAME = "rep-ec";

    private final PolicyConfig config;

    public RepEcPolicy(PolicyConfig config) {
        this.config = config;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public BalancePlan plan(ClusterSnapshot snapshot) {
        PlanDraft draft = new PlanDraft(snapshot, new WearLedger(snapshot, config));
        Planning planning = new Planning(snapshot, config, draft);
        snapshot.objects().stream()
                .filter(draft::isFree)
                .sorted(Comparator.comparingLong(Candidate::lastWriteEpoch).thenComparing(Candidate::id))
                .forEach(planning::plan);
        return draft.finish(NAME);
    }

    /** One plan. */
    private static final class Planning {
        private final ClusterSnapshot snapshot;
        private final int coolEpochs;
        private final PlanDraft draft;
        private final Leftovers leftovers;
        private final BulkRoom room;

        Planning(ClusterSnapshot snapshot, PolicyConfig config, PlanDraft draft) {
            this.snapshot = snapshot;
            this.coolEpochs = config.rivals().repEcCoolEpochs();
            this.draft = draft;
            this.leftovers = new Leftovers(draft);
            this.room = new BulkRoom(snapshot, config.maxFill());
        }

        void plan(Candidate object) {
            switch (object.state()) {
                case REP -> encodeIfCool(object);
                case EC ->
                    onRing(object, snapshot.schemes().rep(object.id()))
                            .ifPresent(placement -> draft.remap(
                                    object,
                                    RedundancyEvent.UPGRADE,
                                    placement,
                                    "REP+EC: its next write replicates it"));
                case LATE_REP -> keepLeadingSomewhere(object);
                case LATE_EC -> finishEncoding(object);
                case REP_EWO, EC_EWO -> leftovers.finish(object);
            }
        }

        private boolean isCool(Candidate object) {
            return snapshot.epoch() - object.lastWriteEpoch() >= coolEpochs;
        }

        private void encodeIfCool(Candidate object) {
            if (!isCool(object)) {
                return;
            }
            onRing(object, snapshot.schemes().ec(object.id())).ifPresent(placement -> {
                String reason = "REP+EC: not written for " + (snapshot.epoch() - object.lastWriteEpoch()) + " epochs";
                draft.moveAtOnce(object, RedundancyEvent.DOWNGRADE, placement, reason);
                room.move(object, placement);
            });
        }

        /** A bulk copy failed, or another policy left it. */
        private void finishEncoding(Candidate object) {
            if (isCool(object) && leftovers.canBeCopied(object)) {
                draft.migrate(object);
            } else {
                draft.remap(object, RedundancyEvent.HEATED, null, "withdrawn: written, or a destination is gone");
            }
        }

        private void keepLeadingSomewhere(Candidate object) {
            if (object.next().servers().stream().allMatch(draft.ledger()::isWritable)) {
                return;
            }
            Optional<Placement> other = onRing(object, snapshot.schemes().rep(object.id()));
            if (other.isPresent()) {
                draft.remap(object, RedundancyEvent.RETARGET, other.get(), "REP+EC: a destination takes no writes");
            } else {
                draft.remap(object, RedundancyEvent.COOLED, null, "withdrawn: a destination takes no writes");
            }
        }

        private Optional<Placement> onRing(Candidate object, RedundancyScheme scheme) {
            List<ServerId> servers = snapshot.ring()
                    .select(
                            object.id(),
                            scheme,
                            server -> draft.ledger().isWritable(server) && room.fitsAny(object, scheme, server));
            return servers.size() == scheme.width() ? Optional.of(new Placement(scheme, servers)) : Optional.empty();
        }
    }
}
