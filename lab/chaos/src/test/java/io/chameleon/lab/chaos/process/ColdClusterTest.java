package io.chameleon.lab.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.transport.rpc.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A cluster and its members before anything runs, and after it was told not to run any more. */
class ColdClusterTest {
    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private ProcessCluster cluster;

    @BeforeEach
    void make() {
        cluster = ClusterFixture.cold(ClusterFixture.spec(directory, 2));
    }

    @AfterEach
    void close() throws InterruptedException {
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void members_areFoundByRoleAndByName(Role role) {
        assertThat(cluster.members(role))
                .isNotEmpty()
                .allSatisfy(member -> assertThat(member.role()).isEqualTo(role))
                .allSatisfy(member -> assertThat(cluster.member(member.name())).isSameAs(member));
    }

    @Test
    void unknownMember_isAnErrorWithItsName() {
        assertThatThrownBy(() -> cluster.member("flash-9")).hasMessage("no member flash-9");
    }

    @Test
    void addresses_areThoseOfTheRole() {
        assertThat(cluster.metadata())
                .hasSize(2)
                .isEqualTo(cluster.metadataForClients())
                .contains(cluster.endpoint(cluster.member("metadata-1")));
        assertThat(cluster.gateways()).hasSize(2).contains(cluster.endpoint(cluster.member("gateway-0")));
        Endpoint flash = cluster.endpoint(cluster.member("flash-0")).as("flash-0");
        assertThat(cluster.routeForClients(flash)).as("without a proxy").isEqualTo(flash);
    }

    @Test
    void machine_hasItsServers() {
        assertThat(cluster.nodes()).containsExactly("node-0", "node-1", "node-2", "node-3");
        assertThat(cluster.membersOn("node-1")).extracting(Member::name).containsExactly("flash-1", "flash-5");
        assertThat(cluster.membersOn("node-9")).isEmpty();
    }

    @Test
    void database_isItsPrimaryAndItsStandby() throws InterruptedException {
        assertThat(cluster.databases()).isEqualTo(1);
        assertThat(cluster.database(0)).extracting(Member::name).containsExactly("postgres");
        ClusterSpec spec =
                ClusterSpec.small(directory).withNodes(2).withDatabases(2).withStandby(true);
        try (ProcessCluster two = ClusterFixture.cold(spec)) {
            assertThat(two.databases()).isEqualTo(2);
            assertThat(two.database(1)).extracting(Member::name).containsExactly("postgres-1", "postgres-1-b");
        }
    }

    /** The operator reads in which log to look. */
    @Test
    void memberThatIsNotRunning_isNamedWithItsLog() {
        assertThatThrownBy(() -> cluster.awaitWhole(Duration.ofSeconds(5)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("postgres ended at its start; see " + directory.resolve("postgres.log"));
    }

    @Test
    void blankDevice_isAFileThatIsGone() throws IOException {
        Path image = Files.createFile(directory.resolve("flash-3.img"));
        cluster.blankDevice(cluster.member("flash-3"));
        assertThat(image).doesNotExist();
        assertThatThrownBy(() -> cluster.blankDevice(cluster.member("flash-3")))
                .as("there was none: the disaster would be none")
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void failoverWithoutAStandby_isRefused() {
        assertThatThrownBy(() -> cluster.failOverDatabase(0)).hasMessage("there is no standby that could be promoted");
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void memberThatDoesNotRun_isNotReady_andCanBeKilledAndPausedAllTheSame(Role role) throws InterruptedException {
        Member member = cluster.members(role).getFirst();
        assertThat(member.isRunning()).isFalse();
        assertThat(member.awaitReady(Duration.ofSeconds(5))).isFalse();
        member.kill();
        member.pause();
        member.resume();
        assertThat(member.isRunning()).isFalse();
    }

    /** Else a restart under way in another thread would leave a process behind. */
    @ParameterizedTest
    @EnumSource(Role.class)
    void memberOfAClosedCluster_neverStartsAgain(Role role) throws InterruptedException {
        Member member = cluster.members(role).getFirst();
        cluster.close();
        assertThatThrownBy(member::start).hasMessage(member.name() + " is not to start any more");
        assertThat(member.isRunning()).isFalse();
    }

    @Test
    void interrupt_endsTheMembers_beforeWhatComesLast() throws InterruptedException {
        List<String> refused = new ArrayList<>();
        List<ProcessCluster> itself = new ArrayList<>();
        try (ProcessCluster interrupted = ClusterFixture.cold(
                ClusterFixture.spec(directory, 1),
                () -> itself.getFirst().members().forEach(member -> {
                    try {
                        member.start();
                    } catch (IllegalStateException e) {
                        refused.add(member.name());
                    }
                }))) {
            itself.add(interrupted);
            assertThat(interrupted.isEnding()).isFalse();
            ClusterFixture.interrupt(interrupted);
            assertThat(interrupted.isEnding()).isTrue();
            assertThat(refused)
                    .containsExactlyElementsOf(
                            interrupted.members().stream().map(Member::name).toList());
        }
    }

    @Test
    void lostDatabase_comesBackAsItWas_whateverWasMadeMeanwhile() throws IOException {
        Path data = directory.resolve("postgres/data");
        Files.createDirectories(data);
        Files.writeString(data.resolve("PG_VERSION"), "the one with everything");
        cluster.loseDatabase(0);
        assertThat(data).doesNotExist();
        Files.createDirectories(data);
        Files.writeString(data.resolve("PG_VERSION"), "an empty one");
        Files.writeString(data.resolve("new"), "");
        cluster.restoreDatabase(0);
        assertThat(data.resolve("PG_VERSION")).hasContent("the one with everything");
        assertThat(data.resolve("new")).doesNotExist();
        assertThat(directory.resolve("postgres/kept")).doesNotExist();
    }

    @Test
    void databaseThatIsLostAlready_isNotLostTwice() throws IOException {
        Files.createDirectories(directory.resolve("postgres/data"));
        cluster.loseDatabase(0);
        assertThatThrownBy(() -> cluster.loseDatabase(0)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void standby_isLostAndRestoredWithItsPrimary() throws IOException, InterruptedException {
        ClusterSpec spec = ClusterSpec.small(directory).withNodes(2).withStandby(true);
        try (ProcessCluster pair = ClusterFixture.cold(spec)) {
            Files.createDirectories(directory.resolve("postgres/data"));
            Files.createDirectories(directory.resolve("postgres-b/data"));
            pair.loseDatabase(0);
            assertThat(directory.resolve("postgres-b/kept")).isDirectory();
            pair.restoreDatabase(0);
            assertThat(directory.resolve("postgres/data")).isDirectory();
            assertThat(directory.resolve("postgres-b/data")).isDirectory();
        }
    }

    @Test
    void ports_areFree_belowThoseOfOutgoingConnections_andGivenOnce() throws IOException {
        FreePorts ports = new FreePorts();
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            int port = ports.take();
            assertThat(port).isBetween(15_000, 32_000);
            assertThat(taken.add(port))
                    .as("port " + port + " for the first time")
                    .isTrue();
        }
    }

    @Test
    void portThatSomebodyListensOn_isNotGiven() throws IOException {
        FreePorts ports = new FreePorts();
        int next = ports.take() + 1;
        Optional<ServerSocket> listener = listen(next);
        if (listener.isPresent()) {
            try (ServerSocket unused = listener.get()) {
                assertThat(List.of(ports.take(), ports.take())).doesNotContain(next);
            }
        }
    }

    private static Optional<ServerSocket> listen(int port) {
        try {
            return Optional.of(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        } catch (IOException somebodyElses) {
            return Optional.empty();
        }
    }
}
