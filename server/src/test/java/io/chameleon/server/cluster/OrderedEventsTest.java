package io.chameleon.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OrderedEventsTest {
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch heldUp = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);

    /** Keeps the watcher of the last connection that was asked for. */
    private static final class Connections implements ZookeeperFactory {
        private @Nullable Watcher last;

        @Override
        @SuppressWarnings("NullAway") // the test asks for no connection
        public ZooKeeper newZooKeeper(String address, int sessionMillis, Watcher watcher, boolean readOnly) {
            last = watcher;
            return null;
        }
    }

    private void curator(WatchedEvent event) {
        seen.add("begins " + event.getState());
        if (event.getState() == KeeperState.Expired) {
            heldUp.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        seen.add("ends " + event.getState());
    }

    private static Thread deliver(@Nullable Watcher watcher, KeeperState state) {
        Watcher to = Objects.requireNonNull(watcher);
        return Thread.ofPlatform().start(() -> to.process(new WatchedEvent(EventType.None, state, null)));
    }

    @Test
    void sessionThatIsConnected_isToldAfterTheEndOfTheOneBeforeIt() throws Exception {
        Connections connections = new Connections();
        OrderedEvents events = new OrderedEvents(connections);
        ZooKeeper unused = events.newZooKeeper("127.0.0.1:1", 1_000, this::curator, false);
        Thread old = deliver(connections.last, KeeperState.Expired);
        heldUp.await();
        ZooKeeper next = events.newZooKeeper("127.0.0.1:1", 1_000, this::curator, false);
        Thread connected = deliver(connections.last, KeeperState.SyncConnected);
        await().until(() -> connected.getState() == Thread.State.WAITING || !connected.isAlive());
        goesOn.countDown();
        old.join();
        connected.join();
        assertThat(seen)
                .containsExactly("begins Expired", "ends Expired", "begins SyncConnected", "ends SyncConnected");
        assertThat(next).isNull();
    }
}
