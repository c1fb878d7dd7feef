package io.chameleon.metadata.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.database.ClusterIdentity;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.transport.client.FlashClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Which users a rebuild trusts with the names of objects: three fake servers with scripted answers, and a real
 * database.
 */
class RebuildUsersTest {
    private static final RedundancyScheme REP = RedundancyScheme.parse("REP(3)");
    private static final String CLUSTER = UUID.randomUUID().toString();

    private final ScriptedServers servers = new ScriptedServers();
    private final DatabaseConfig config = PostgresForTests.migratedDatabase();
    private final Database database = Database.open(config, new SimpleMeterRegistry());
    private final PostgresMappingTable table =
            new PostgresMappingTable(database, InstantSource.system(), Duration.ofHours(1));

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void userWhoNamesObjectsInAnothersBucket_isHeldBack_andNothingIsPlaced() {
        hold(1, "leaf", "alice");
        WriteId forged = hold(2, "leaf", "mallory");
        hold(3, "other", "alice");

        RebuildReport report = rebuild(RebuildOptions.DEFAULT);
        assertThat(report.heldBack()).containsExactly(new RebuildReport.HeldBack("photos", "mallory", "alice", 1));
        assertThat(report.objects()).isZero();
        assertThat(find("leaf")).isEmpty();

        RebuildOptions trusted =
                new RebuildOptions(OptionalInt.empty(), Map.of("photos", Set.of("mallory")), false, false);
        assertThat(rebuild(trusted).objects()).isEqualTo(2);
        assertThat(find("leaf").orElseThrow().content().contentId()).isEqualTo(forged);
    }

    @Test
    void grantsThatAreKnown_decide_notWhoCameFirst() {
        hold(1, "leaf", "mallory");
        WriteId alices = hold(2, "leaf", "alice");
        PostgresForTests.execute(
                PostgresForTests.name(config),
                "insert into bucket_grant values ('photos', 'alice', 3), ('photos', 'mallory', 1)");

        assertThat(rebuild(RebuildOptions.DEFAULT).heldBack())
                .containsExactly(new RebuildReport.HeldBack("photos", "mallory", "mallory", 1));
        assertThat(alices).isNotNull();
    }

    @Test
    void clustersOwnWord_needsNobodysLeave() {
        hold(1, "leaf", "alice");
        WriteId moved = hold(2, "leaf", "");

        assertThat(rebuild(RebuildOptions.DEFAULT).heldBack()).isEmpty();
        assertThat(find("leaf").orElseThrow().content().contentId()).isEqualTo(moved);
        assertThat(new ClusterIdentity(database).open("")).isEqualTo(CLUSTER);
    }

    @Test
    void writesWithoutAManifest_areCountedAndNamed() {
        WriteId nameless = new WriteId(7L << 16, 7);
        servers.hold(nameless, null, "");
        hold(8, "leaf", "");

        RebuildReport report = rebuild(RebuildOptions.DEFAULT);
        assertThat(report.objects()).isEqualTo(1);
        assertThat(report.namelessCount()).isEqualTo(1);
        assertThat(report.nameless())
                .containsExactly(new RebuildReport.Nameless(
                        nameless,
                        ScriptedServers.ALL.stream().map(ServerInfo::id).toList()));
    }

    /** Whoever may put fragments may put a manifest of any content beside them. */
    @Test
    void manifestsOfWhatNoCommitCanHaveMade_arePassedOver() {
        String id = "0000000000010000000000000000000";
        hold(1, new ObjectId("photos+chunks", "x"), Map.of());
        hold(2, new ObjectId("photos+parts", "x"), Map.of());
        hold(3, new ObjectId("photos+chunks", id + "1/00001"), Map.of("key", "without a type"));
        hold(4, new ObjectId("photos+chunks", id + "2/00001"), Map.of("key", "", "type", ""));
        hold(5, new ObjectId("photos+parts", id + "3"), Map.of("key", "x".repeat(ObjectId.MAX_KEY_BYTES + 1)));
        hold(6, "leaf", "");

        RebuildReport report = rebuild(RebuildOptions.DEFAULT);
        assertThat(report.objects()).isEqualTo(1);
        assertThat(report.unfinished()).isEqualTo(4);
        assertThat(report.unplaced()).isEmpty();
        assertThat(find("leaf")).isPresent();
    }

    private void hold(int millis, ObjectId id, Map<String, String> metadata) {
        WriteId write = new WriteId((long) millis << 16, millis);
        ObjectContent content = new ObjectContent(write, 5, 8, 7, Components.LIST_TYPE, metadata);
        servers.hold(write, new Manifest(id, content, REP), "");
    }

    @Test
    void databaseThatKnowsObjects_isRefused_alsoAfterARebuild() {
        hold(1, "leaf", "");
        RebuildReport unused = rebuild(RebuildOptions.DEFAULT);

        assertThatThrownBy(() -> rebuild(RebuildOptions.DEFAULT)).hasMessageContaining("knows objects");
        assertThat(table.delete(new ObjectId("photos", "leaf"), Condition.NONE)).isNotNull();
    }

    private WriteId hold(int millis, String key, String user) {
        WriteId write = new WriteId((long) millis << 16, millis);
        ObjectContent content = new ObjectContent(write, 5, 8, 7, "", Map.of());
        servers.hold(write, new Manifest(new ObjectId("photos", key), content, REP), user);
        return write;
    }

    private RebuildReport rebuild(RebuildOptions options) {
        return Rebuild.run(
                database,
                new FlashClient(servers),
                list -> null,
                ScriptedServers.ALL,
                CLUSTER,
                options,
                InstantSource.system(),
                RebuildProgress.NONE);
    }

    private Optional<ObjectMapping> find(String key) {
        return Optional.ofNullable(table.lookup(new ObjectId("photos", key)).mapping());
    }
}
