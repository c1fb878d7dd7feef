package io.chameleon.lab.simulation.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.testkit.table.InMemoryMappingTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which servers there are, as ZooKeeper and the database know it and as one metadata process sees it. */
class DiscoveryTest {
    private final World world = new World(1);
    private final Discovery discovery = new Discovery(world);

    private static ServerInfo info(String name) {
        return new ServerInfo(new ServerId(name), name, 1, "", 1 << 20, ServerInfo.Status.UP);
    }

    private SimProcess register(String name) {
        SimProcess process = new SimProcess(world, name, new HostClock(world));
        discovery.register(info(name), process);
        return process;
    }

    private void pass(long seconds) {
        world.runUntil(world.time().now() + Duration.ofSeconds(seconds).toNanos());
    }

    private static List<String> names(List<ServerInfo> servers) {
        return servers.stream().map(ServerInfo::host).toList();
    }

    @Test
    void servers_areRegistered_inTheOrderOfTheirIds() {
        register("s2");
        register("s1");
        assertThat(names(discovery.registered())).containsExactly("s1", "s2");
    }

    @Test
    void serverThatEnds_isRegisteredUntilItsSessionExpires() {
        SimProcess process = register("s1");
        process.kill();
        pass(5);
        assertThat(names(discovery.registered())).containsExactly("s1");
        pass(2);
        assertThat(discovery.registered()).isEmpty();
    }

    /** The session of a former process must not take away the registration of the next. */
    @Test
    void serverThatCameBackBeforeItsSessionExpired_staysRegistered() {
        register("s1").kill();
        pass(3);
        register("s1");
        pass(60);
        assertThat(names(discovery.registered())).containsExactly("s1");
    }

    @Test
    void cluster_isNamedOnce() {
        assertThat(discovery.cluster()).isEmpty();
        assertThat(discovery.name("first")).isEqualTo("first");
        assertThat(discovery.name("second")).isEqualTo("first");
        assertThat(discovery.cluster()).isEqualTo("first");
    }

    @Nested
    class Seen {
        private final SeenServers seen = new SeenServers(discovery);

        @Test
        void view_isTheTruthAtFirst() {
            register("s1");
            assertThat(names(seen.registered())).containsExactly("s1");
            assertThat(seen.isCurrent()).isTrue();
            assertThat(seen.name("c")).isEqualTo("c");
            assertThat(seen.cluster()).isEqualTo("c");
        }

        @Test
        void frozenView_missesWhoCameAndWent() {
            SimProcess gone = register("s1");
            seen.freeze(true);
            register("s2");
            gone.kill();
            pass(10);
            assertThat(names(seen.registered())).containsExactly("s1");
            assertThat(seen.isCurrent()).isFalse();
            seen.clear();
            assertThat(names(seen.registered())).containsExactly("s2");
            assertThat(seen.isCurrent()).isTrue();
        }

        /** The more dangerous one: nothing tells the process that its list is old. */
        @Test
        void frozenView_mayTakeItselfForCurrent() {
            seen.freeze(false);
            register("s1");
            assertThat(seen.registered()).isEmpty();
            assertThat(seen.isCurrent()).isTrue();
        }

        @Test
        void hiddenServers_areNotSeen() {
            register("s1");
            register("s2");
            seen.hide(server -> server.host().equals("s1"));
            assertThat(names(seen.registered())).containsExactly("s2");
            seen.clear();
            assertThat(names(seen.registered())).containsExactly("s1", "s2");
        }
    }

    @Nested
    class Known {
        private static final long NOW = 1_000_000;

        private final InMemoryMappingTable table =
                new InMemoryMappingTable(() -> Instant.ofEpochMilli(NOW), Duration.ofMinutes(10));
        private final ServersTable servers = new ServersTable(table);
        private final SeenServers seen = new SeenServers(discovery);

        private ServersTable.Known merge(long now) {
            return servers.merge(seen, now);
        }

        private static ServerInfo.Status status(ServersTable.Known known, String name) {
            return known.servers().stream()
                    .filter(server -> server.host().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .status();
        }

        @Test
        void serverThatLeaves_isDown_sinceItWasMissedFirst() {
            SimProcess process = register("s1");
            register("s2");
            assertThat(merge(NOW).awayMillis()).isEmpty();
            process.kill();
            pass(10);
            assertThat(merge(NOW + 500).awayMillis()).containsExactly(Map.entry(new ServerId("s1"), 0L));
            ServersTable.Known later = merge(NOW + 2_000);
            assertThat(later.awayMillis()).containsExactly(Map.entry(new ServerId("s1"), 1_500L));
            assertThat(status(later, "s1")).isEqualTo(ServerInfo.Status.DOWN);
            assertThat(status(later, "s2")).isEqualTo(ServerInfo.Status.UP);
        }

        @Test
        void serverThatReturns_isUpAgain() {
            register("s1").kill();
            merge(NOW);
            pass(10);
            merge(NOW + 500);
            register("s1");
            ServersTable.Known back = merge(NOW + 700);
            assertThat(status(back, "s1")).isEqualTo(ServerInfo.Status.UP);
            assertThat(back.awayMillis()).isEmpty();
        }

        /** A process that knows that its list is old says nothing of who came or went. */
        @Test
        void oldView_changesNothing_andDoesNotBringBackWhoIsAway() {
            SimProcess process = register("s1");
            register("s2");
            merge(NOW);
            seen.freeze(true);
            process.kill();
            pass(10);
            ServersTable.Known other = servers.merge(discovery, NOW + 500);
            assertThat(status(other, "s1")).isEqualTo(ServerInfo.Status.DOWN);
            ServersTable.Known old = merge(NOW + 900);
            assertThat(status(old, "s1")).isEqualTo(ServerInfo.Status.DOWN);
            assertThat(old.awayMillis()).containsExactly(Map.entry(new ServerId("s1"), 400L));
            register("s3");
            assertThat(names(merge(NOW + 1_000).servers())).containsExactly("s1", "s2");
        }

        @Test
        void drainedServer_isDraining_whileItIsUp() {
            register("s1");
            merge(NOW);
            table.drain(new ServerId("s1"));
            assertThat(status(merge(NOW), "s1")).isEqualTo(ServerInfo.Status.DRAINING);
            table.cancelDrain(new ServerId("s1"));
            assertThat(status(merge(NOW), "s1")).isEqualTo(ServerInfo.Status.UP);
        }

        @Test
        void forgottenServer_isUnknown() {
            register("s1").kill();
            merge(NOW);
            pass(10);
            merge(NOW);
            servers.forget(new ServerId("s1"));
            assertThat(merge(NOW).servers()).isEmpty();
            assertThat(merge(NOW).awayMillis()).isEmpty();
        }
    }
}
