package io.chameleon.core.mapping;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.redundancy.WriteHeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a commit, a remap or a migration does to a row (docs/reference/state-machine.md, "What a commit does"). Pure
 * functions: every implementation of the mapping table calls them inside its transaction.
 */
public final class MappingRules {
    /**
     * How far a write id may be dated ahead of the metadata service's clock. Clocks kept by NTP are seconds apart. A
     * write dated a year ahead would count as in flight for a year, and its outbox rows would be kept as long.
     */
    public static final Duration LONGEST_LEAD = Duration.ofMinutes(5);

    /** See {@link #rememberedUntil}. */
    public static final Duration LONGEST_REMEMBERED_LEAD = Duration.ofDays(1);

    private MappingRules() {}

    /** A row and the servers on which the version named by {@code superseded}'s write id became garbage. */
    public record Change(ObjectMapping row, List<ServerId> garbageOn) {
        public Change {
            garbageOn = List.copyOf(garbageOn);
        }
    }

    /**
     * Whether a write began so long ago that it may no longer be committed, nor become live in a migration.
     * Reconciliation trims such fragments unless they are live already, so both must tell the age by the same clock and
     * grace period (docs/architecture.md, "Races": reconciliation against a write in flight).
     */
    public static boolean tooOld(WriteId writeId, long nowMillis, Duration grace) {
        return writeId.epochMillis() < nowMillis - grace.toMillis();
    }

    /** Whether a write is dated so far ahead that it may not yet be committed, nor become live in a migration. */
    public static boolean fromFuture(WriteId writeId, long nowMillis) {
        return writeId.epochMillis() > nowMillis + LONGEST_LEAD.toMillis();
    }

    /** Whether a write that is not live may become so now: it is neither too old nor from the future. */
    public static boolean mayBecomeLive(WriteId writeId, long nowMillis, Duration grace) {
        return !tooOld(writeId, nowMillis, grace) && !fromFuture(writeId, nowMillis);
    }

    /**
     * Until when a collected write is remembered, so that a retry of its commit is refused: until its age alone would
     * refuse it. A write dated more than a day ahead is not remembered that long: its commit is refused until then, and
     * no client holds one back for a day.
     */
    public static long rememberedUntil(WriteId writeId, long nowMillis, Duration grace) {
        long latest = nowMillis + LONGEST_REMEMBERED_LEAD.toMillis();
        return grace.toMillis() + Math.max(nowMillis, Math.min(writeId.epochMillis(), latest));
    }

    /**
     * Why a commit that has not been carried out must be refused; null if it must not. A write refused for its
     * condition is condemned, so its retry is refused too, even if the condition holds by then.
     *
     * @param condemned whether fragments of this write wait for the reaper, or are gone
     */
    public static CommitResult.@Nullable Status refusal(
            @Nullable ObjectMapping before, Commit commit, boolean condemned, long nowMillis, Duration grace) {
        boolean chunkFromFuture = Chunks.isChunk(commit.id()) && fromFuture(Chunks.contentId(commit.id()), nowMillis);
        if (chunkFromFuture || fromFuture(commit.writeId(), nowMillis)) {
            return CommitResult.Status.FROM_FUTURE;
        }
        // Chunks and components vouch for their own fragments, however long ago the write of the whole began.
        if (!commit.content().isInPieces() && tooOld(commit.writeId(), nowMillis, grace)
                || condemned && commit.condition().equals(Condition.NONE)) {
            return CommitResult.Status.TOO_OLD;
        }
        return condemned || !commit.condition().holds(before) ? CommitResult.Status.PRECONDITION_FAILED : null;
    }

    /**
     * The row after a commit. Used = destination: the stable state of that policy. Used = source: the intermediate
     * state stays, with the new version on the source. Anything else (a dead server was replaced): stable on the used
     * servers. So a write never fails because of a concurrent move by the balancer.
     *
     * @param before the row it replaces, null for a new object
     * @return as garbage, those live servers of the old version that hold any of it
     */
    public static Change committed(@Nullable ObjectMapping before, Commit commit, long epoch, long nowMillis) {
        boolean degraded = !commit.missing().isEmpty();
        if (before == null) {
            ObjectMapping first = created(
                            commit.id(), commit.writeId(), commit.content(), commit.used(), epoch, nowMillis)
                    .degraded(degraded)
                    .version(firstVersion(commit.writeId()))
                    .build();
            return new Change(first, List.of());
        }
        // The row of an object in pieces has nothing to move, so it never waits for anything either.
        boolean staysAtSource = !commit.content().isInPieces()
                && commit.used().equals(before.source())
                && !commit.used().equals(before.destination());
        ObjectMappingBuilder row = changed(before)
                .writeId(commit.writeId())
                .content(commit.content())
                .degraded(degraded)
                .heatScore(WriteHeat.written(before.heatScore(), epoch))
                .lastWriteEpoch(epoch)
                .modifiedMillis(nowMillis);
        if (!staysAtSource) {
            row = placed(row, RedundancyState.stable(commit.used().policy()), null, commit.used());
        }
        return new Change(row.build(), garbageOf(before));
    }

    /**
     * The row of a version that was found on flash servers: as after its first commit, at the time of its write.
     *
     * @param used servers of its fragments; for lost ones, servers on which repair may restore them
     */
    public static ObjectMapping rebuilt(
            ObjectId id, WriteId writeId, ObjectContent content, Placement used, boolean degraded) {
        long written = content.contentId().epochMillis();
        return created(id, writeId, content, used, 0, written)
                .degraded(degraded)
                .version(firstVersion(content.contentId()))
                .build();
    }

    /** The row of an object's first version, but for its own version and whether it is degraded. */
    private static ObjectMappingBuilder created(
            ObjectId id, WriteId writeId, ObjectContent content, Placement used, long epoch, long millis) {
        return ObjectMappingBuilder.builder()
                .id(id)
                .writeId(writeId)
                .content(content)
                .state(RedundancyState.stable(used.policy()))
                .destination(used)
                .heatScore(WriteHeat.written(WriteHeat.NEVER_WRITTEN, epoch))
                .lastWriteEpoch(epoch)
                .createdEpoch(epoch)
                .createdMillis(millis)
                .modifiedMillis(millis)
                .versionOf("");
    }

    /** The row with the version of its next change, to which the caller adds what changes. */
    private static ObjectMappingBuilder changed(ObjectMapping before) {
        return before.with().version(before.version() + 1);
    }

    /** State and places change together. The generated builder does not tell that there may be no source. */
    @SuppressWarnings("NullAway")
    private static ObjectMappingBuilder placed(
            ObjectMappingBuilder row, RedundancyState state, @Nullable Placement source, Placement destination) {
        return row.state(state).source(source).destination(destination);
    }

    /**
     * The servers of a superseded or deleted version, for the outbox: those that hold fragments of it. If none do, all
     * of them, since the outbox also records that the write existed.
     */
    public static List<ServerId> garbageOf(ObjectMapping row) {
        List<ServerId> servers = row.live().servers();
        if (row.content().segments() == 0) {
            return servers;
        }
        List<ServerId> holders = new ArrayList<>(servers.size());
        for (int index = 0; index < servers.size(); index++) {
            if (row.content().isStored(row.live().scheme(), index)) {
                holders.add(servers.get(index));
            }
        }
        return List.copyOf(holders);
    }

    /**
     * A plan made for a deleted object must not fit its successor of the same name, as it might if both versions began
     * at 1 (reading 16). So each object begins at the random part of its first write id, of which 48 bits keep the
     * number short.
     */
    private static long firstVersion(WriteId writeId) {
        return 1 + (writeId.low() >>> 16);
    }

    /**
     * The row after a remap.
     *
     * @throws io.chameleon.core.redundancy.IllegalTransitionException if the state has no such transition
     */
    public static ObjectMapping remapped(ObjectMapping before, Remap remap) {
        RedundancyState next = before.state().next(remap.event());
        Placement source = next.isIntermediate() ? before.live() : null;
        Placement destination = remap.destination() != null ? remap.destination() : before.live();
        return placed(changed(before), next, source, destination)
                .remapEpoch(remap.epoch())
                .build();
    }

    /** Whether a row already shows the effect of a remap: a resumed plan meets its own work (invariant 5). */
    public static boolean alreadyApplied(ObjectMapping row, Remap remap) {
        return row.remapEpoch() == remap.epoch() && row.version() > remap.expectedVersion();
    }

    /** Whether a row already shows the effect of a migration, which was retried because its answer was lost. */
    public static boolean alreadyApplied(ObjectMapping row, Migration migration) {
        return row.version() > migration.expectedVersion()
                && row.writeId().equals(migration.newWriteId())
                && !row.state().isIntermediate();
    }

    /**
     * The row after a bulk migration.
     *
     * @return as garbage, the source servers that no longer hold live fragments
     */
    public static Change migrated(ObjectMapping before, Migration migration) {
        RedundancyState next = before.state().next(RedundancyEvent.MIGRATED);
        ObjectMapping row = placed(changed(before), next, null, before.destination())
                .writeId(migration.newWriteId())
                .degraded(false)
                .build();
        boolean sameFragments = migration.newWriteId().equals(before.writeId());
        List<ServerId> garbageOn = before.live().servers().stream()
                .filter(server ->
                        !sameFragments || !before.destination().servers().contains(server))
                .toList();
        return new Change(row, garbageOn);
    }

    /** Whether a row already shows the effect of a repair, which was retried because its answer was lost. */
    public static boolean alreadyApplied(ObjectMapping row, Repair repair) {
        return row.version() > repair.expectedVersion()
                && row.writeId().equals(repair.writeId())
                && row.live().equals(repair.live())
                && row.degraded() != repair.missing().isEmpty();
    }

    /**
     * The row after a repair: the same state, with servers replaced in place.
     *
     * @return as garbage, the servers that no longer hold live fragments
     * @throws IllegalArgumentException if the repair does not fit the row
     */
    public static Change repaired(ObjectMapping before, Repair repair) {
        RedundancyState next = before.state().next(RedundancyEvent.REPAIRED);
        boolean fits = before.writeId().equals(repair.writeId())
                && repair.live().scheme().equals(before.live().scheme())
                && repair.destination().scheme().equals(before.destination().scheme())
                && (next.isIntermediate() || repair.live().equals(repair.destination()));
        Require.that(
                fits,
                "repair of " + before.id(),
                repair.live() + " -> " + repair.destination(),
                "the write, the schemes and the places of " + before.state());
        Placement source = next.isIntermediate() ? repair.live() : null;
        ObjectMapping row = placed(changed(before), next, source, repair.destination())
                .degraded(!repair.missing().isEmpty())
                .build();
        List<ServerId> garbageOn = before.live().servers().stream()
                .filter(server -> !repair.live().servers().contains(server))
                .toList();
        return new Change(row, garbageOn);
    }

    /** The row after an update of its metadata: another time of modification; bytes and heat stay. */
    public static ObjectMapping updated(ObjectMapping before, MetadataUpdate update, long nowMillis) {
        return changed(before)
                .content(before.content().described(update.contentType(), update.userMetadata()))
                .modifiedMillis(nowMillis)
                .build();
    }

    /**
     * The row of a version whose place another takes, in a bucket that keeps versions: that of a component, where the
     * version lives. It tells its object's key, from which a rebuild concludes that the bucket keeps versions. Nothing
     * will overwrite it, so it is cold and waits for no write to move it.
     */
    public static ObjectMapping kept(ObjectMapping before) {
        ObjectId component =
                Components.id(before.id().bucket(), before.content().contentId());
        ObjectMappingBuilder row =
                changed(before).id(component).versionOf(before.id().key()).heatScore(WriteHeat.NEVER_WRITTEN);
        return placed(row, RedundancyState.stable(before.live().policy()), null, before.live())
                .build();
    }

    /**
     * The row of a kept version that is the latest again, since what replaced it was deleted. Its version leaps: a plan
     * made for the row that was deleted must not fit this one of the same name (reading 16).
     */
    public static ObjectMapping restored(ObjectMapping kept, ObjectId object) {
        long leap = kept.content().contentId().low() >>> 32;
        return changed(kept)
                .id(object)
                .versionOf("")
                .version(kept.version() + 1 + leap)
                .build();
    }

    /**
     * A version whose bytes other versions share from now on.
     *
     * @param version its own row, composed of one component
     * @param bytes the row of that component: the fragments, where they are
     */
    public record Shared(ObjectMapping version, ObjectMapping bytes) {}

    /**
     * What becomes of the row of a version that is not composed when another version shares its bytes. The version
     * stays what it is to its readers: name, entity tag and metadata. The bytes go on as a component, cold, since
     * nothing will overwrite them.
     *
     * @param rowId names no fragments. The row needs a write id of its own, since that of the bytes is condemned with
     *     its row
     */
    public static Shared shared(ObjectMapping before, WriteId rowId) {
        ObjectContent content = before.content();
        ObjectId component = Components.id(before.id().bucket(), Components.sharedBytes(content.contentId()));
        ObjectMappingBuilder bytes = changed(before)
                .id(component)
                .content(content.described("", Map.of()))
                .heatScore(WriteHeat.NEVER_WRITTEN)
                .versioned(false)
                .versionOf("");
        ObjectMappingBuilder version =
                changed(before).writeId(rowId).content(content.composedOf(1)).degraded(false);
        RedundancyState stable = RedundancyState.stable(before.live().policy());
        return new Shared(
                placed(version, stable, null, before.live()).build(),
                placed(bytes, stable, null, before.live()).build());
    }

    /** The row once fragments were found missing. */
    public static ObjectMapping damaged(ObjectMapping before) {
        return changed(before).degraded(true).build();
    }
}
