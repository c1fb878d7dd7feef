package io.chameleon.balancer.leader;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.RemapTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this process leads, by Curator's leader latch, and with which fence. The latch only elects. Safety comes from
 * the fence that each transaction carries, since a process may learn late that it lost its session.
 *
 * <p>A lost connection is not a lost session: the latch lets go while ZooKeeper is unreachable, and usually takes hold
 * again. The fence is kept meanwhile, and claimed anew only if another process has claimed it. So this process does not
 * fence off its own work in flight.
 */
public final class Leadership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
    static final String PATH = "/chameleon/balancer-leader";
    private static final long NO_FENCE = 0;

    private final CuratorFramework zookeeper;
    private final RemapTable table;
    private final String holder;
    /** Null while this process does not stand for election. */
    private volatile @Nullable LeaderLatch latch;

    private volatile long fence = NO_FENCE;
    /** Whether the fence was ours when last checked, after the last election. */
    private volatile boolean confirmed;

    /** @param table where the leader claims its fence */
    public Leadership(CuratorFramework zookeeper, RemapTable table, String holder) {
        this.zookeeper = zookeeper;
        this.table = table;
        this.holder = holder;
    }

    /** Stands for election, unless it does already. Makes no request, and may be called without ZooKeeper. */
    public void stand() {
        if (latch != null) {
            return;
        }
        confirmed = false;
        LeaderLatch standing = new LeaderLatch(zookeeper, PATH, holder);
        standing.addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {
                LOG.info("{} is elected", holder);
            }

            @Override
            public void notLeader() {
                LOG.info("{} is not elected any more", holder);
                confirmed = false;
            }
        });
        try {
            standing.start();
        } catch (Exception e) {
            throw new IllegalStateException("the election of a leader cannot be joined", e);
        }
        latch = standing;
    }

    /** Lets another process be elected, until it stands again. */
    public void withdraw() {
        LeaderLatch standing = latch;
        latch = null;
        if (standing == null) {
            return;
        }
        try {
            standing.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the election of a leader cannot be left", e);
        }
    }

    private boolean isElected() {
        LeaderLatch standing = latch;
        return standing != null && standing.hasLeadership();
    }

    /** Whether it stands for election. */
    boolean stands() {
        return latch != null;
    }

    /** Elected, and the fence is claimed. Makes no request. */
    public boolean isHeld() {
        return isElected() && confirmed;
    }

    /**
     * The fence to balance with; empty while another process is elected. After an election it is claimed, unless it is
     * still ours, so this may wait for the metadata service.
     */
    public synchronized OptionalLong fence() {
        if (!isElected()) {
            return OptionalLong.empty();
        }
        if (!confirmed) {
            if (fence == NO_FENCE || table.balancerEpoch().fence() != fence) {
                BalancerEpoch claimed = table.claim(holder);
                fence = claimed.fence();
                LOG.info("{} leads with fence {} in epoch {}", holder, fence, claimed.epoch());
            }
            confirmed = true;
        }
        return OptionalLong.of(fence);
    }

    /**
     * Repeats with the fence while there is something to do, and this process leads.
     *
     * @param step whether there may be more to do
     * @param isStopped whether this process stops
     */
    public void whileHeld(LongPredicate step, BooleanSupplier isStopped) {
        try {
            while (isHeld() && !isStopped.getAsBoolean()) {
                OptionalLong current = fence();
                if (current.isEmpty() || !step.test(current.getAsLong())) {
                    break;
                }
            }
        } catch (ChameleonError e) {
            fenced(e);
            throw e;
        }
    }

    /** Another leader has claimed the fence: claim anew if this process is still, or again, elected. */
    public void fenced(ChameleonError error) {
        if (error.code() == ErrorCode.FENCED) {
            LOG.warn("{}: {}", holder, error.getMessage());
            confirmed = false;
        }
    }

    @Override
    public void close() {
        withdraw();
    }
}
