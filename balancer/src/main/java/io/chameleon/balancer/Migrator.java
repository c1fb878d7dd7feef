package io.chameleon.balancer;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.RemapTable;
import io.chameleon.core.redundancy.IllegalTransitionException;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.policy.BulkMigration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves objects in bulk: those nobody writes (Chameleon III-B2, end), and those a policy wants elsewhere at once. Copies the
 * fragments to the destination, then flips the row if its version is still the one that was copied. The old copy enters the
 * outbox in the transaction of the flip, never before.
 *
 * <p>One object after the other, one fragment at a time, so that clients hardly notice; how many is the policy's decision
 * ({@code balancer.cold-migration-fragments} for those nobody writes). An object that cannot be moved stays where it is and is planned again.
 */
public final class Migrator {
    private static final Logger LOG = LoggerFactory.getLogger(Migrator.class);

    private final RemapTable table;
    private final FlashServers servers;
    private final StripeEncoder encoder;
    private final WriteIds writeIds;
    private final Lock relocation;
    private final double headroom;
    /** Objects of the last plan whose destination has held their write before, and may be about to collect it. */
    private final Map<ObjectId, WriteId> spent = new ConcurrentHashMap<>();

    /**
     * @param relocation see {@link Reconciler}
     * @param headroom share of each device that stays free
     */
    Migrator(
            RemapTable table,
            FlashServers servers,
            StripeEncoder encoder,
            WriteIds writeIds,
            Lock relocation,
            double headroom) {
        this.table = table;
        this.servers = servers;
        this.encoder = encoder;
        this.writeIds = writeIds;
        this.relocation = relocation;
        this.headroom = headroom;
    }

    /** Moves each object that is still as it was planned. Returns how many; stops early if the thread is interrupted. */
    int migrate(long fence, List<BulkMigration> migrations, long epoch) {
        spent.keySet().retainAll(migrations.stream().map(BulkMigration::id).toList());
        if (migrations.isEmpty()) {
            return 0;
        }
        ClusterView view = servers.view();
        FragmentIo fragments = servers.fragments(view);
        Headroom room = servers.headroom(view, headroom);
        int moved = 0;
        for (BulkMigration migration : migrations) {
            if (Thread.currentThread().isInterrupted()) {
                return moved;
            }
            ObjectMapping row = servers.row(migration.id());
            if (row != null && isAsPlanned(row, migration) && isReserved(row, room)) {
                moved += migrate(fence, row, fragments, epoch) ? 1 : 0;
            }
        }
        return moved;
    }

    /**
     * A client's write raises the version by one, just as the remap would have that was to come before this migration: only the
     * destination tells the two apart.
     */
    private static boolean isAsPlanned(ObjectMapping row, BulkMigration migration) {
        return row.version() == migration.version()
                && row.state().isIntermediate()
                && row.destination().equals(migration.destination())
                && !row.degraded();
    }

    /** Room for all that has to be written, on each server that has to take some of it, or none. */
    private boolean isReserved(ObjectMapping row, Headroom room) {
        RedundancyScheme scheme = row.destination().scheme();
        List<ServerId> taking = ObjectCopy.taking(row, keepsFragments(row));
        for (ServerId server : taking) {
            if (!room.fits(server, row.content(), scheme)) {
                LOG.info("{} stays where it is: {} has no room for it", row.id(), server);
                return false;
            }
        }
        taking.forEach(server -> room.reserve(server, row.content(), scheme));
        return true;
    }

    private boolean migrate(long fence, ObjectMapping row, FragmentIo fragments, long epoch) {
        ObjectCopy copy = new ObjectCopy(row, keepsFragments(row), fragments, encoder, writeIds);
        relocation.lock();
        try {
            return isCopied(row, copy)
                    && isFlipped(fence, row, new Migration(row.id(), row.version(), copy.writeId(), epoch));
        } finally {
            relocation.unlock();
        }
    }

    private boolean keepsFragments(ObjectMapping row) {
        return ObjectCopy.canKeepFragments(row) && !row.writeId().equals(spent.get(row.id()));
    }

    private boolean isCopied(ObjectMapping row, ObjectCopy copy) {
        try {
            copy.copy();
            return true;
        } catch (RuntimeException e) {
            // Whatever it is: the oldest intent comes first again in the next epoch, and must not keep the others
            // waiting.
            LOG.warn("{} stays where it is: {}", row.id(), e.getMessage());
            copy.discard();
            if (!copy.damaged().isEmpty()) {
                servers.report(new Damage(row.id(), row.writeId(), copy.damaged()));
            }
            return false;
        }
    }

    /** From here on the copy may be live, whatever the answer: one that is not is reconciliation's. */
    private boolean isFlipped(long fence, ObjectMapping row, Migration migration) {
        try {
            Remap.Outcome outcome = table.migrate(fence, migration);
            LOG.info("{} was copied to {}: {}", row.id(), row.destination().servers(), outcome);
            if (outcome == Remap.Outcome.STALE && migration.newWriteId().equals(row.writeId())) {
                // Tried again under the same name it would fail again, and what each try copies is condemned anew.
                spent.put(row.id(), row.writeId());
            }
            return outcome == Remap.Outcome.APPLIED || outcome == Remap.Outcome.ALREADY_APPLIED;
        } catch (IllegalTransitionException | ChameleonError e) {
            if (e instanceof ChameleonError error && error.code() == ErrorCode.FENCED) {
                throw error;
            }
            LOG.warn("{} was copied and may not have moved: {}", row.id(), e.getMessage());
            return false;
        }
    }
}
