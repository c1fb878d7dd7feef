package io.chameleon.balancer.copy;

import io.chameleon.balancer.servers.Calls;
import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.balancer.servers.FragmentIo;
import io.chameleon.balancer.servers.Headroom;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.redundancy.IllegalTransitionException;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.policy.BulkMigration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves objects in bulk: those that clients do not overwrite (Chameleon III-B2, end), and those that a policy wants
 * elsewhere at once. Copies the fragments to the destination, then flips the row if its version is still the one that
 * was copied. The old copy enters the outbox in the transaction of the flip, never before.
 *
 * <p>One object after the other, one fragment at a time, so that clients hardly notice. The policy decides how many
 * ({@code balancer.cold-migration-fragments} for those that clients do not overwrite). An object that cannot be moved
 * stays where it is and is planned again.
 */
public final class Migrator {
    private static final Logger LOG = LoggerFactory.getLogger(Migrator.class);

    private final RemapTable table;
    private final FlashServers servers;
    private final StripeCodec codec;
    private final WriteIds writeIds;
    private final Lock relocation;
    private final double headroom;

    /**
     * @param relocation see {@code Reconciler}
     * @param headroom share of each device that stays free
     */
    public Migrator(
            RemapTable table,
            FlashServers servers,
            StripeCodec codec,
            WriteIds writeIds,
            Lock relocation,
            double headroom) {
        this.table = table;
        this.servers = servers;
        this.codec = codec;
        this.writeIds = writeIds;
        this.relocation = relocation;
        this.headroom = headroom;
    }

    /**
     * Moves each object that is still as it was planned. Returns the outcomes; stops early if the thread is
     * interrupted. If not even the rows can be read, all remaining objects count as failed.
     */
    public Map<BulkOutcome, Integer> migrate(long fence, List<BulkMigration> migrations, long epoch) {
        Map<BulkOutcome, Integer> outcomes = new EnumMap<>(BulkOutcome.class);
        if (migrations.isEmpty()) {
            return outcomes;
        }
        int tried = 0;
        try {
            ClusterView view = servers.view();
            FragmentIo fragments = servers.fragments(view);
            Headroom room = servers.headroom(view, headroom);
            for (BulkMigration migration : migrations) {
                if (Thread.currentThread().isInterrupted()) {
                    break;
                }
                outcomes.merge(migrate(fence, migration, fragments, room, epoch), 1, Integer::sum);
                tried++;
            }
        } catch (RuntimeException e) {
            Calls.rethrowIfFenced(e);
            LOG.warn("bulk migration is left to the next epoch: {}", e.toString());
            outcomes.merge(BulkOutcome.FAILED, migrations.size() - tried, Integer::sum);
        }
        return outcomes;
    }

    private BulkOutcome migrate(long fence, BulkMigration migration, FragmentIo fragments, Headroom room, long epoch) {
        ObjectMapping row = servers.row(migration.id());
        if (row == null || !migration.isStillOf(row)) {
            return BulkOutcome.OVERTAKEN;
        }
        boolean keepsFragments = keepsFragments(row);
        ObjectCopy copy = new ObjectCopy(row, keepsFragments, fragments, codec, writeIds);
        if (!keepsFragments && isBarred(row, copy.writeId())) {
            return BulkOutcome.BARRED;
        }
        Optional<ServerId> full =
                room.reserve(row.content(), row.destination(), ObjectCopy.taking(row, keepsFragments));
        if (full.isPresent()) {
            LOG.info("{} stays where it is: {} has no room for it", row.id(), full.get());
            return BulkOutcome.NO_ROOM;
        }
        relocation.lock();
        try {
            return isCopied(row, copy)
                    ? flip(fence, row, new Migration(row.id(), row.version(), copy.writeId(), epoch))
                    : BulkOutcome.FAILED;
        } finally {
            relocation.unlock();
        }
    }

    /** If a server may be about to collect what it had of this write, the object is copied under another name. */
    private boolean keepsFragments(ObjectMapping row) {
        return ObjectCopy.canKeepFragments(row) && !isBarred(row, row.writeId());
    }

    /** Whether the flip of a copy of that name would be refused: such a copy wears its servers for nothing. */
    private boolean isBarred(ObjectMapping row, WriteId name) {
        return !Collections.disjoint(row.destination().servers(), table.barredServers(name));
    }

    private boolean isCopied(ObjectMapping row, ObjectCopy copy) {
        try {
            copy.copy();
            return true;
        } catch (RuntimeException e) {
            // Whatever it is: the oldest intent comes first again in the next epoch, and must not block the others.
            LOG.warn("{} stays where it is: {}", row.id(), e.getMessage());
            copy.discard();
            if (!copy.damaged().isEmpty()) {
                servers.report(new Damage(row.id(), row.writeId(), copy.damaged()));
            }
            return false;
        }
    }

    /** From here on the copy may be live, whatever the answer; reconciliation takes one that is not. */
    private BulkOutcome flip(long fence, ObjectMapping row, Migration migration) {
        try {
            Remap.Outcome outcome = table.migrate(fence, migration);
            LOG.info("{} was copied to {}: {}", row.id(), row.destination().servers(), outcome);
            return switch (outcome) {
                case APPLIED, ALREADY_APPLIED -> BulkOutcome.MOVED;
                case STALE, GONE -> BulkOutcome.OVERTAKEN;
            };
        } catch (IllegalTransitionException | ChameleonError e) {
            Calls.rethrowIfFenced(e);
            LOG.warn("{} was copied and may not have moved: {}", row.id(), e.getMessage());
            return BulkOutcome.FAILED;
        }
    }
}
