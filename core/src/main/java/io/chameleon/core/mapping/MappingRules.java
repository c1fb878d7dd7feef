package io.chameleon.core.mapping;

import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.redundancy.WriteHeat;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a commit, a remap or a migration does to a row (docs/reference/state-machine.md, "What a commit does"). Pure: every
 * implementation of the mapping table calls it inside its transaction.
 */
public final class MappingRules {
    /**
     * How far a write id may be dated ahead of the metadata service's clock. Clocks that are kept by NTP are seconds apart; what is
     * dated a year ahead would count as in flight, and its outbox rows would be kept, for a year.
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
     * Whether a write began so long ago that it may not be committed, nor become live in a migration, any more. Reconciliation
     * trims such fragments unless they are live already, so both must tell the age by the same clock and grace period
     * (docs/architecture.md, "Races": reconciliation against a write in flight).
     */
    public static boolean tooOld(WriteId writeId, long nowMillis, Duration grace) {
        return writeId.epochMillis() < nowMillis - grace.toMillis();
    }

    /** Whether a write is dated so far ahead that it may not be committed, nor become live in a migration, yet. */
    public static boolean fromFuture(WriteId writeId, long nowMillis) {
        return writeId.epochMillis() > nowMillis + LONGEST_LEAD.toMillis();
    }

    /** Whether a write that is not live may become so now: it is neither too old nor from the future. */
    public static boolean mayBecomeLive(WriteId writeId, long nowMillis, Duration grace) {
        return !tooOld(writeId, nowMillis, grace) && !fromFuture(writeId, nowMillis);
    }

    /**
     * Until when a collected write is remembered, so that a repeat of its commit is refused: until it is refused for its age. Of what is
     * dated further ahead than a day, not until that day comes: its commit is refused till then, and nobody holds one back for a day.
     */
    public static long rememberedUntil(WriteId writeId, long nowMillis, Duration grace) {
        long latest = nowMillis + LONGEST_REMEMBERED_LEAD.toMillis();
        return grace.toMillis() + Math.max(nowMillis, Math.min(writeId.epochMillis(), latest));
    }

    /**
     * Why a commit that was not carried out before must be refused; null if it must not. What was refused for its condition is
     * condemned, so a repeat of it is refused as well, whatever became of the condition.
     *
     * @param condemned whether fragments of this write wait for the reaper, or are gone
     */
    public static CommitResult.@Nullable Status refusal(
            @Nullable ObjectMapping before, Commit commit, boolean condemned, long nowMillis, Duration grace) {
        boolean chunkFromFuture = Chunks.isChunk(commit.id()) && fromFuture(Chunks.contentId(commit.id()), nowMillis);
        if (chunkFromFuture || fromFuture(commit.writeId(), nowMillis)) {
            return CommitResult.Status.FROM_FUTURE;
        }
        // The chunks of a large object vouch for their fragments themselves, however long ago its write began.
        if (!commit.content().isChunked() && tooOld(commit.writeId(), nowMillis, grace)
                || condemned && commit.condition().equals(Condition.NONE)) {
            return CommitResult.Status.TOO_OLD;
        }
        return condemned || !commit.condition().holds(before) ? CommitResult.Status.PRECONDITION_FAILED : null;
    }

    /**
     * The row after a commit. Used = destination: the stable state of that policy. Used = source: the intermediate state stays,
     * with the new version on the source. Anything else (a dead server was replaced): stable on the servers used. So a write
     * never fails because the balancer moved something meanwhile.
     *
     * @param before the row it replaces, null for a new object
     * @return the old version's live servers as garbage, as far as they hold anything of it
     */
    public static Change committed(@Nullable ObjectMapping before, Commit commit, long epoch, long nowMillis) {
        boolean degraded = !commit.missing().isEmpty();
        if (before == null) {
            return new Change(
                    new ObjectMapping(
                            commit.id(),
                            commit.writeId(),
                            commit.content(),
                            RedundancyState.stable(commit.used().policy()),
                            null,
                            commit.used(),
                            degraded,
                            0,
                            WriteHeat.written(WriteHeat.NEVER_WRITTEN, epoch),
                            epoch,
                            nowMillis,
                            nowMillis,
                            firstVersion(commit.writeId())),
                    List.of());
        }
        // A chunked object's row has nothing to move, so it never waits for anything either.
        boolean staysAtSource = !commit.content().isChunked()
                && commit.used().equals(before.source())
                && !commit.used().equals(before.destination());
        ObjectMapping row = new ObjectMapping(
                before.id(),
                commit.writeId(),
                commit.content(),
                staysAtSource
                        ? before.state()
                        : RedundancyState.stable(commit.used().policy()),
                staysAtSource ? before.source() : null,
                staysAtSource ? before.destination() : commit.used(),
                degraded,
                before.remapEpoch(),
                WriteHeat.written(before.heatScore(), epoch),
                epoch,
                before.createdMillis(),
                nowMillis,
                before.version() + 1);
        return new Change(row, garbageOf(before));
    }

    /**
     * The row of a version that was found on flash servers: as after its first commit, in the time of its write.
     *
     * @param used servers of its fragments; of those that are lost, servers that repair may restore them on
     */
    public static ObjectMapping rebuilt(
            ObjectId id, WriteId writeId, ObjectContent content, Placement used, boolean degraded) {
        long written = content.contentId().epochMillis();
        return new ObjectMapping(
                id,
                writeId,
                content,
                RedundancyState.stable(used.policy()),
                null,
                used,
                degraded,
                0,
                WriteHeat.written(WriteHeat.NEVER_WRITTEN, 0),
                0,
                written,
                written,
                firstVersion(content.contentId()));
    }

    /**
     * The servers of a version that is superseded or deleted, for the outbox: those that hold fragments of it. All of them if there
     * are none, since the outbox also remembers that there was such a write.
     */
    public static List<ServerId> garbageOf(ObjectMapping row) {
        List<ServerId> servers = row.live().servers();
        return row.content().segments() == 0
                ? servers
                : IntStream.range(0, servers.size())
                        .filter(index -> row.content().isStored(row.live().scheme(), index))
                        .mapToObj(servers::get)
                        .toList();
    }

    /**
     * A plan made for a deleted object must not fit its successor under the same name, as it might if both began to count at 1
     * (reading 16). So each object begins at the random part of its first write id, of which 48 bits keep the number short.
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
        Placement destination = remap.destination() != null ? remap.destination() : before.live();
        return moved(
                before,
                next,
                next.isIntermediate() ? before.live() : null,
                destination,
                remap.epoch(),
                before.degraded());
    }

    /** Whether a row shows the effect of a remap already: a resumed plan meets its own work (invariant 5). */
    public static boolean alreadyApplied(ObjectMapping row, Remap remap) {
        return row.remapEpoch() == remap.epoch() && row.version() > remap.expectedVersion();
    }

    /** Whether a row shows the effect of a migration already: its answer was lost and it came again. */
    public static boolean alreadyApplied(ObjectMapping row, Migration migration) {
        return row.version() > migration.expectedVersion()
                && row.writeId().equals(migration.newWriteId())
                && !row.state().isIntermediate();
    }

    /**
     * The row after a bulk migration.
     *
     * @return the source servers that hold nothing live any more as garbage
     */
    public static Change migrated(ObjectMapping before, Migration migration) {
        RedundancyState next = before.state().next(RedundancyEvent.MIGRATED);
        ObjectMapping moved = moved(before, next, null, before.destination(), before.remapEpoch(), false);
        ObjectMapping row = new ObjectMapping(
                moved.id(),
                migration.newWriteId(),
                moved.content(),
                moved.state(),
                null,
                moved.destination(),
                false,
                moved.remapEpoch(),
                moved.heatScore(),
                moved.lastWriteEpoch(),
                moved.createdMillis(),
                moved.modifiedMillis(),
                moved.version());
        boolean sameFragments = migration.newWriteId().equals(before.writeId());
        List<ServerId> garbageOn = before.live().servers().stream()
                .filter(server ->
                        !sameFragments || !before.destination().servers().contains(server))
                .toList();
        return new Change(row, garbageOn);
    }

    /** Whether a row shows the effect of a repair already: its answer was lost and it came again. */
    public static boolean alreadyApplied(ObjectMapping row, Repair repair) {
        return row.version() > repair.expectedVersion()
                && row.writeId().equals(repair.writeId())
                && row.live().equals(repair.live())
                && row.degraded() != repair.missing().isEmpty();
    }

    /**
     * The row after a repair: the same state, with servers replaced where they stood.
     *
     * @return the servers that hold nothing live any more as garbage
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
        ObjectMapping moved = moved(
                before,
                next,
                next.isIntermediate() ? repair.live() : null,
                repair.destination(),
                before.remapEpoch(),
                !repair.missing().isEmpty());
        List<ServerId> garbageOn = before.live().servers().stream()
                .filter(server -> !repair.live().servers().contains(server))
                .toList();
        return new Change(moved, garbageOn);
    }

    /** The row once fragments were found missing. */
    public static ObjectMapping damaged(ObjectMapping before) {
        return moved(before, before.state(), before.source(), before.destination(), before.remapEpoch(), true);
    }

    private static ObjectMapping moved(
            ObjectMapping before,
            RedundancyState state,
            @Nullable Placement source,
            Placement destination,
            long remapEpoch,
            boolean degraded) {
        return new ObjectMapping(
                before.id(),
                before.writeId(),
                before.content(),
                state,
                source,
                destination,
                degraded,
                remapEpoch,
                before.heatScore(),
                before.lastWriteEpoch(),
                before.createdMillis(),
                before.modifiedMillis(),
                before.version() + 1);
    }
}
