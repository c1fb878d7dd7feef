package io.chameleon.transport.protocol;

import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.transport.wire.BalancerEpochP;
import io.chameleon.transport.wire.MigrateRequest;
import io.chameleon.transport.wire.OpenPlanResponse;
import io.chameleon.transport.wire.RemapP;
import io.chameleon.transport.wire.StorePlanRequest;
import java.util.List;
import java.util.Optional;

/**
 * The balancer's requests (epochs, remaps, plans, migrations) as wire messages and back; the rules of {@link Wire}
 * hold.
 */
public final class RemapWire {
    /** Position is the code on the wire: append only. */
    private static final List<Remap.Outcome> REMAP_OUTCOME =
            List.of(Remap.Outcome.APPLIED, Remap.Outcome.ALREADY_APPLIED, Remap.Outcome.STALE, Remap.Outcome.GONE);

    private RemapWire() {}

    public static BalancerEpochP pack(BalancerEpoch epoch) {
        return BalancerEpochP.newBuilder()
                .setFence(epoch.fence())
                .setEpoch(epoch.epoch())
                .setHolder(epoch.holder())
                .setBeganMillis(epoch.beganMillis())
                .build();
    }

    public static BalancerEpoch unpack(BalancerEpochP epoch) {
        return Wire.checked(
                () -> new BalancerEpoch(epoch.getFence(), epoch.getEpoch(), epoch.getHolder(), epoch.getBeganMillis()));
    }

    public static RemapP pack(Remap remap) {
        RemapP.Builder packed = RemapP.newBuilder()
                .setId(Wire.pack(remap.id()))
                .setExpectedVersion(remap.expectedVersion())
                .setEvent(remap.event().code())
                .setEpoch(remap.epoch())
                .setReason(remap.reason());
        Placement destination = remap.destination();
        if (destination != null) {
            packed.setDestination(Wire.pack(destination));
        }
        return packed.build();
    }

    public static Remap unpack(RemapP remap) {
        return Wire.checked(() -> new Remap(
                Wire.unpack(remap.getId()),
                remap.getExpectedVersion(),
                RedundancyEvent.ofCode(remap.getEvent()),
                Wire.nullable(remap.hasDestination(), remap.getDestination(), Wire::unpack),
                remap.getEpoch(),
                remap.getReason()));
    }

    /** The code of an outcome in RemapResponse and MigrateResponse. */
    public static int code(Remap.Outcome outcome) {
        return REMAP_OUTCOME.indexOf(outcome);
    }

    public static Remap.Outcome outcome(int code) {
        return Wire.ofCode(REMAP_OUTCOME, code, "remap outcome");
    }

    public static StorePlanRequest pack(long fence, StoredPlan plan) {
        return StorePlanRequest.newBuilder()
                .setFence(fence)
                .setEpoch(plan.epoch())
                .addAllRemaps(plan.remaps().stream().map(RemapWire::pack).toList())
                .setComplete(plan.complete())
                .build();
    }

    public static StoredPlan unpack(StorePlanRequest plan) {
        return Wire.checked(() -> new StoredPlan(
                plan.getEpoch(),
                plan.getRemapsList().stream().map(RemapWire::unpack).toList(),
                plan.getComplete()));
    }

    /** The answer to OPEN_PLAN if there is a plan; otherwise the answer is the empty message. */
    public static OpenPlanResponse pack(StoredPlan plan) {
        return OpenPlanResponse.newBuilder()
                .setPresent(true)
                .setEpoch(plan.epoch())
                .addAllRemaps(plan.remaps().stream().map(RemapWire::pack).toList())
                .setComplete(plan.complete())
                .build();
    }

    public static OpenPlanResponse pack(Optional<StoredPlan> plan) {
        return plan.map(RemapWire::pack).orElseGet(OpenPlanResponse::getDefaultInstance);
    }

    public static Optional<StoredPlan> unpack(OpenPlanResponse plan) {
        if (!plan.getPresent()) {
            return Optional.empty();
        }
        return Wire.checked(() -> Optional.of(new StoredPlan(
                plan.getEpoch(),
                plan.getRemapsList().stream().map(RemapWire::unpack).toList(),
                plan.getComplete())));
    }

    public static MigrateRequest pack(long fence, Migration migration) {
        return MigrateRequest.newBuilder()
                .setFence(fence)
                .setId(Wire.pack(migration.id()))
                .setExpectedVersion(migration.expectedVersion())
                .setNewWriteId(Wire.pack(migration.newWriteId()))
                .setEpoch(migration.epoch())
                .build();
    }

    public static Migration unpack(MigrateRequest migration) {
        return Wire.checked(() -> new Migration(
                Wire.unpack(migration.getId()),
                migration.getExpectedVersion(),
                Wire.unpack(migration.getNewWriteId()),
                migration.getEpoch()));
    }
}
