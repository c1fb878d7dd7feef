package io.chameleon.server.cluster;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.curator.utils.DefaultZookeeperFactory;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.jspecify.annotations.Nullable;

/**
 * Gives Curator the events of its connections one after the other; each Curator client needs one of its own.
 *
 * <p>Curator begins the next session while it handles the event that the last one has expired. If that thread is held
 * up, it notes the loss after the next session was connected, and takes itself for unconnected from then on: the
 * process would be out of the cluster until somebody restarts it.
 */
public final class OrderedEvents implements ZookeeperFactory {
    private final ZookeeperFactory factory;
    private final Lock turn = new ReentrantLock();

    public OrderedEvents() {
        this(new DefaultZookeeperFactory());
    }

    OrderedEvents(ZookeeperFactory factory) {
        this.factory = factory;
    }

    @Override
    public ZooKeeper newZooKeeper(String address, int sessionMillis, Watcher watcher, boolean readOnly)
            throws Exception {
        return factory.newZooKeeper(address, sessionMillis, inTurn(watcher), readOnly);
    }

    @Override
    public ZooKeeper newZooKeeper(
            String address, int sessionMillis, Watcher watcher, boolean readOnly, @Nullable ZKClientConfig config)
            throws Exception {
        return factory.newZooKeeper(address, sessionMillis, inTurn(watcher), readOnly, config);
    }

    private Watcher inTurn(Watcher watcher) {
        return event -> {
            turn.lock();
            try {
                watcher.process(event);
            } finally {
                turn.unlock();
            }
        };
    }
}
