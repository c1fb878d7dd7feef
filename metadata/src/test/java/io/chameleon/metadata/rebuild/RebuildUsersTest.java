package io.chameleon.metadata.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.table.ClusterIdentity;
import io.chameleon.metadata.table.Database;
import io.chameleon.metadata.table.DatabaseConfig;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.ManifestWire;
import io.chameleon.transport.Message;
import io.chameleon.transport.RpcClient;
import io.chameleon.transport.Wire;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.wire.DamagedFragmentsResponse;
import io.chameleon.transport.wire.FragmentEntryP;
import io.chameleon.transport.wire.ListFragmentsResponse;
import io.chameleon.transport.wire.ListManifestsResponse;
import io.chameleon.transport.wire.ManifestEntryP;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whose word a rebuild takes for what an object is called: three servers that say what they are told to, and a real database. */
class RebuildUsersTest {
    private static final RedundancyScheme REP = RedundancyScheme.parse("REP(3)");
    private static final String CLUSTER = UUID.randomUUID().toString();
    private static final List<ServerInfo> SERVERS = List.of("flash-0", "flash-1", "flash-2").stream()
            .map(name -> new ServerInfo(new ServerId(name), "127.0.0.1", 7000, "", 1 << 20, ServerInfo.Status.UP))
            .toList();

    private record Held(WriteId writeId, @Nullable Manifest manifest, String user) {}

    private final List<Held> held = new ArrayList<>();
    private final DatabaseConfig config = PostgresForTests.newDatabase();
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
        held.add(new Held(nameless, null, ""));
        hold(8, "leaf", "");

        RebuildReport report = rebuild(RebuildOptions.DEFAULT);
        assertThat(report.objects()).isEqualTo(1);
        assertThat(report.namelessCount()).isEqualTo(1);
        assertThat(report.nameless())
                .containsExactly(new RebuildReport.Nameless(
                        nameless, SERVERS.stream().map(ServerInfo::id).toList()));
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
        held.add(new Held(write, new Manifest(new ObjectId("photos", key), content, REP), user));
        return write;
    }

    private RebuildReport rebuild(RebuildOptions options) {
        return Rebuild.run(
                database,
                new FlashClient(new Servers()),
                SERVERS,
                CLUSTER,
                options,
                InstantSource.system(),
                RebuildProgress.NONE);
    }

    private Optional<ObjectMapping> find(String key) {
        return Optional.ofNullable(table.lookup(new ObjectId("photos", key)).mapping());
    }

    /** Each holds its replica of every write. */
    private final class Servers implements RpcClient {
        @Override
        public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
            int index = Integer.parseInt(endpoint.server().substring("flash-".length()));
            Message answer = switch (request.type()) {
                case LIST_MANIFESTS -> Message.of(request.type(), manifests());
                case LIST_FRAGMENTS -> Message.of(request.type(), fragments(index));
                case DAMAGED_FRAGMENTS -> Message.of(request.type(), DamagedFragmentsResponse.getDefaultInstance());
                default -> throw new IllegalArgumentException(request.type().toString());
            };
            return CompletableFuture.completedFuture(answer);
        }

        private ListManifestsResponse manifests() {
            ListManifestsResponse.Builder all = ListManifestsResponse.newBuilder();
            for (Held write : held) {
                if (write.manifest != null) {
                    all.addManifests(ManifestEntryP.newBuilder()
                            .setWriteId(Wire.pack(write.writeId))
                            .setManifest(ManifestWire.pack(write.manifest, write.writeId))
                            .setPrincipal(write.user));
                }
            }
            return all.build();
        }

        private ListFragmentsResponse fragments(int index) {
            ListFragmentsResponse.Builder all = ListFragmentsResponse.newBuilder();
            for (Held write : held) {
                all.addFragments(FragmentEntryP.newBuilder()
                        .setId(Wire.pack(new FragmentId(write.writeId, 0, index)))
                        .setLength(5));
            }
            return all.build();
        }

        @Override
        public void close() {}
    }
}
