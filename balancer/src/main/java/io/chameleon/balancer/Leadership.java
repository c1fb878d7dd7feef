package io.chameleon.balancer;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this process leads, by Curator's leader latch, and with which fence. The latch only elects; what keeps two leaders
 * apart is the fence that each of their transactions carries, since a process may learn late that it lost its session.
 */
final class Leadership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
    static final String PATH = "/chameleon/balancer-leader";
    private static final long NO_FENCE = 0;

    private final LeaderLatch latch;
    private final Balancer balancer;
    private final String holder;
    private final AtomicLong fence = new AtomicLong(NO_FENCE);

    Leadership(CuratorFramework zookeeper, Balancer balancer, String holder) {
        this.latch = new LeaderLatch(zookeeper, PATH, holder);
        this.balancer = balancer;
        this.holder = holder;
    }

    void start() throws Exception {
        latch.start();
    }

    /** The fence to balance with, claimed on the first call after election; empty while another process leads. */
    synchronized OptionalLong fence() {
        if (!latch.hasLeadership()) {
            fence.set(NO_FENCE);
            return OptionalLong.empty();
        }
        if (fence.get() == NO_FENCE) {
            fence.set(balancer.lead(holder));
            LOG.info("{} leads with fence {}", holder, fence.get());
        }
        return OptionalLong.of(fence.get());
    }

    /** Another leader has claimed the fence: claim anew if this process is still, or again, elected. */
    synchronized void fenced(ChameleonError error) {
        if (error.code() == ErrorCode.FENCED) {
            LOG.warn("fenced: {}", error.getMessage());
            fence.set(NO_FENCE);
        }
    }

    @Override
    public void close() throws Exception {
        latch.close();
    }
}
