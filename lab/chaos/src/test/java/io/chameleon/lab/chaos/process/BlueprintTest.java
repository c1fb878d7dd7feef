package io.chameleon.lab.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.node.embedded.UserPrograms;
import io.chameleon.transport.rpc.Endpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What each process is told of the others. Whatever is not told by a route of its own cannot be cut off, and a run
 * would pass without having tried it.
 */
class BlueprintTest {
    private static final String URL = "CHAMELEON_METADATA_DATABASE_URL";
    private static final String FURTHER = "CHAMELEON_METADATA_DATABASE_FURTHER_URLS";

    @TempDir
    private Path directory;

    private final List<String> asked = new ArrayList<>();

    /** Each connecting process has a host of its own, as behind the proxy. */
    private Endpoint route(String from, String to, Endpoint target) {
        asked.add(from + " > " + to);
        return new Endpoint("for-" + from, target.port());
    }

    private ClusterSpec spec(String database, int databases, boolean standby, int nodes) {
        return ClusterSpec.small(directory)
                .with()
                .nodes(nodes)
                .metadata(2)
                .balancers(2)
                .gateways(2)
                .database(database)
                .databases(databases)
                .standby(standby)
                .settings(Map.of("CHAMELEON_BALANCER_EPOCH", "1s", "CHAMELEON_SERVER_PORT", "overridden"))
                .build();
    }

    private Blueprint blueprint(String database, int databases, boolean standby) {
        return new Blueprint(spec(database, databases, standby, 2), this::route);
    }

    private Blueprint blueprint() {
        return blueprint("", 1, false);
    }

    private static Member member(Blueprint blueprint, String name) {
        return blueprint.members().stream()
                .filter(member -> member.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, String> environment(Blueprint blueprint, String name) {
        return ((JvmMember) member(blueprint, name)).environment();
    }

    /** The address of a member as another one is told it. */
    private static String told(Blueprint blueprint, String from, String to) {
        return "for-" + from + ":" + blueprint.endpoint(member(blueprint, to)).port();
    }

    @Test
    void members_standInAnOrderInWhichTheyCanBeStarted() {
        assertThat(blueprint("", 2, true).members())
                .extracting(Member::name)
                .containsExactly(
                        "postgres",
                        "postgres-b",
                        "postgres-1",
                        "postgres-1-b",
                        "zookeeper",
                        "metadata-0",
                        "metadata-1",
                        "flash-0",
                        "flash-1",
                        "flash-2",
                        "flash-3",
                        "balancer-0",
                        "balancer-1",
                        "gateway-0",
                        "gateway-1");
    }

    @Test
    void addresses_areOfOneMemberEach() {
        Blueprint blueprint = blueprint("", 2, true);
        assertThat(blueprint.members())
                .extracting(blueprint::endpoint)
                .doesNotHaveDuplicates()
                .allSatisfy(endpoint -> assertThat(endpoint.host()).isEqualTo("127.0.0.1"));
    }

    @ParameterizedTest
    @CsvSource({
        "zookeeper,  CHAMELEON_ZOOKEEPER_SERVER_PORT, CHAMELEON_ZOOKEEPER_SERVER_ADMIN_PORT",
        "metadata-1, CHAMELEON_METADATA_PORT,         CHAMELEON_METADATA_ADMIN_PORT",
        "flash-2,    CHAMELEON_SERVER_PORT,           CHAMELEON_SERVER_ADMIN_PORT",
        "balancer-0, CHAMELEON_BALANCER_PORT,         CHAMELEON_BALANCER_ADMIN_PORT",
        "gateway-1,  CHAMELEON_S3_PORT,               CHAMELEON_S3_ADMIN_PORT",
    })
    void role_listensAtItsAddress_itsAdminPageAnywhere_withTheSettingsOfAll(String name, String port, String admin) {
        Blueprint blueprint = blueprint();
        assertThat(environment(blueprint, name))
                .containsEntry(
                        port,
                        Integer.toString(
                                blueprint.endpoint(member(blueprint, name)).port()))
                .containsEntry(admin, "0")
                .containsEntry("CHAMELEON_BALANCER_EPOCH", "1s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"metadata-0", "metadata-1", "flash-0", "flash-3", "balancer-0", "balancer-1"})
    void roleOfTheCluster_findsZooKeeperByARouteOfItsOwn(String name) {
        Blueprint blueprint = blueprint();
        assertThat(environment(blueprint, name))
                .containsEntry("CHAMELEON_ZOOKEEPER_CONNECT", told(blueprint, name, "zookeeper"));
    }

    @Test
    void balancersAndGateways_findEachMetadataProcessByARouteOfTheirOwn() {
        Blueprint blueprint = blueprint();
        assertThat(environment(blueprint, "balancer-1"))
                .containsEntry(
                        "CHAMELEON_BALANCER_METADATA",
                        told(blueprint, "balancer-1", "metadata-0") + ","
                                + told(blueprint, "balancer-1", "metadata-1"));
        assertThat(environment(blueprint, "gateway-0"))
                .containsEntry(
                        "CHAMELEON_S3_METADATA",
                        told(blueprint, "gateway-0", "metadata-0") + "," + told(blueprint, "gateway-0", "metadata-1"))
                .containsEntry("CHAMELEON_S3_ACCESS_KEY", Blueprint.S3_KEY)
                .containsEntry("CHAMELEON_S3_SECRET_KEY", Blueprint.S3_SECRET)
                .doesNotContainKey("CHAMELEON_ZOOKEEPER_CONNECT");
    }

    /** Balancers go where a server has registered; clients have routes of their own, so each can be cut off alone. */
    @Test
    void flashServer_registersWhereBalancersFindIt_andClientsFindItElsewhere() {
        Blueprint blueprint = blueprint();
        assertThat(environment(blueprint, "flash-3"))
                .containsEntry("CHAMELEON_SERVER_ID", "flash-3")
                .containsEntry("CHAMELEON_SERVER_ADVERTISED_HOST", "for-balancers")
                .containsEntry(
                        "CHAMELEON_SERVER_IMAGE",
                        directory.resolve("flash-3.img").toString())
                .containsEntry("CHAMELEON_SERVER_CAPACITY_BYTES", Integer.toString(64 << 20));
        int port = blueprint.endpoint(member(blueprint, "flash-3")).port();
        Endpoint registered = new Endpoint("for-balancers", port, "flash-3", "cluster");
        assertThat(blueprint.routeForClients(registered))
                .isEqualTo(new Endpoint("for-clients", port, "flash-3", "cluster"));
        assertThat(asked).contains("balancers > flash-3", "clients > flash-3");
    }

    @Test
    void addressThatIsNoFlashServers_isTheClientsToo() {
        Endpoint metadata = new Endpoint("for-clients", 80);
        assertThat(blueprint().routeForClients(metadata)).isEqualTo(metadata);
    }

    @Test
    void flashServers_takeMachinesInTurn() {
        Blueprint blueprint = blueprint();
        assertThat(blueprint.nodes())
                .isEqualTo(Map.of("node-0", List.of("flash-0", "flash-2"), "node-1", List.of("flash-1", "flash-3")));
        assertThat(environment(blueprint, "flash-2")).containsEntry("CHAMELEON_SERVER_NODE", "node-0");
        assertThat(environment(blueprint, "flash-3")).containsEntry("CHAMELEON_SERVER_NODE", "node-1");
    }

    @Test
    void withoutMachines_noneIsNamed() {
        Blueprint blueprint = new Blueprint(spec("", 1, false, 0), this::route);
        assertThat(blueprint.nodes()).isEmpty();
        assertThat(environment(blueprint, "flash-2")).doesNotContainKey("CHAMELEON_SERVER_NODE");
    }

    @Test
    void singleDatabase_isFoundByARouteOfEachMetadataProcess() {
        Blueprint blueprint = blueprint();
        assertThat(environment(blueprint, "metadata-1"))
                .containsEntry(URL, "jdbc:postgresql://" + told(blueprint, "metadata-1", "postgres") + "/chameleon")
                .containsEntry(FURTHER, "")
                .containsEntry("CHAMELEON_METADATA_DATABASE_USER", "chameleon");
    }

    /** A driver that knows one of the two would not find the other after a failover. */
    @Test
    void databaseWithAStandby_isNamedByBoth_andSeveralByAUrlEach() {
        Blueprint blueprint = blueprint("", 3, true);
        Map<String, String> environment = environment(blueprint, "metadata-0");
        assertThat(environment.get(URL)).isEqualTo(url(blueprint, "postgres", "chameleon"));
        assertThat(environment.get(FURTHER))
                .isEqualTo(url(blueprint, "postgres-1", "chameleon") + " " + url(blueprint, "postgres-2", "chameleon"));
        assertThat(blueprint.databases()).hasSize(3);
        assertThat(asked).contains("postgres-b > postgres", "postgres > postgres-b", "postgres-2 > postgres-2-b");
    }

    private static String url(Blueprint blueprint, String primary, String name) {
        List<String> both = new ArrayList<>(
                List.of(told(blueprint, "metadata-0", primary), told(blueprint, "metadata-0", primary + "-b")));
        both.sort(null);
        return "jdbc:postgresql://" + String.join(",", both) + "/" + name;
    }

    @Test
    void databaseOfOthers_isUsedByItsUrl_andHasNoMember() {
        Blueprint blueprint = blueprint("jdbc:postgresql://db/chaos?user=u", 1, false);
        assertThat(environment(blueprint, "metadata-0"))
                .containsEntry(URL, "jdbc:postgresql://db/chaos?user=u")
                .doesNotContainKey(FURTHER);
        assertThat(blueprint.databases()).isEmpty();
        assertThat(blueprint.members()).extracting(Member::role).doesNotContain(Role.POSTGRES);
    }

    @Test
    void misdirectedProcess_usesOtherDatabasesOfTheSameServers_untilItIsRedirected() {
        Blueprint blueprint = blueprint("", 2, false);
        Map<String, String> own = new LinkedHashMap<>(environment(blueprint, "metadata-0"));
        blueprint.misdirect(member(blueprint, "metadata-0"), "other");
        assertThat(environment(blueprint, "metadata-0"))
                .containsEntry(URL, "jdbc:postgresql://" + told(blueprint, "metadata-0", "postgres") + "/other")
                .containsEntry(FURTHER, "jdbc:postgresql://" + told(blueprint, "metadata-0", "postgres-1") + "/other");
        assertThat(environment(blueprint, "metadata-1").get(URL)).endsWith("/chameleon");
        blueprint.redirect(member(blueprint, "metadata-0"));
        assertThat(environment(blueprint, "metadata-0")).isEqualTo(own);
    }

    @Test
    void memberOfAnotherCluster_hasNoAddressHere() {
        Member other = member(blueprint(), "flash-1");
        Blueprint blueprint = blueprint();
        assertThatThrownBy(() -> blueprint.endpoint(other)).hasMessage("flash-1 is of another cluster");
    }

    @Test
    void files_lieInTheClustersDirectory() {
        assertThat(blueprint().image("flash-1")).isEqualTo(directory.resolve("flash-1.img"));
        assertThat(blueprint().log("metadata-0")).isEqualTo(directory.resolve("metadata-0.log"));
    }

    @Test
    void programs_areUnpackedOnceForAllClustersOfAUser() {
        Path programs = ((PostgresMember) member(blueprint(), "postgres")).programs();
        assertThat(programs).isEqualTo(UserPrograms.orElse(directory)).isNotEqualTo(directory);
    }

    @ParameterizedTest
    @CsvSource({"FLASH, flash-3", "METADATA, metadata-3", "GATEWAY, gateway-3", "POSTGRES, postgres-3"})
    void names_areTheRoleAndANumber(Role role, String name) {
        assertThat(role.member(3)).isEqualTo(name);
    }
}
