package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** A superseded write is one row of the outbox, however many servers it is on; each server's queue is as it was. */
@SharedDatabase
class OutboxQueueTest {
    private static final Duration GRACE = Duration.ofHours(1);
    private static final InstantSource CLOCK = InstantSource.system();
    private static final ObjectId CAT = Samples.object("cat");
    private static final ServerId AWAY = Samples.SIX.servers().get(2);

    private final Database database = PostgresForTests.emptied();
    private final PostgresMappingTable mapping = new PostgresMappingTable(database, CLOCK, GRACE);
    private final PostgresGarbageTable garbage = new PostgresGarbageTable(database, CLOCK, GRACE);

    private WriteId superseded(int writes) {
        Commit first = Samples.write(CAT);
        mapping.commit(List.of(first));
        for (int i = 0; i < writes; i++) {
            mapping.commit(List.of(Samples.write(CAT)));
        }
        return first.writeId();
    }

    private static List<Long> ids(List<Garbage> rows) {
        return rows.stream().map(Garbage::id).toList();
    }

    private List<Garbage> all() {
        return garbage.garbage(0, 10_000);
    }

    private long rows() {
        return rows("");
    }

    private long rows(String where) {
        return database.transactions()
                .run(session -> session.createNativeQuery("select count(*) from fragment_outbox" + where, Long.class)
                        .getSingleResult());
    }

    @Test
    void writeWhoseServersAllAnswer_isOneRowFromItsEndToItsForgetting() {
        superseded(3);
        assertThat(rows()).isEqualTo(3);
        assertThat(all()).hasSize(18);
        assertThat(garbage.waiting()).isEqualTo(3);

        garbage.collected(ids(all()));
        assertThat(all()).isEmpty();
        assertThat(garbage.waiting()).isZero();
        assertThat(rows()).isEqualTo(3);
    }

    @Test
    void serverThatIsAway_keepsItsOwnQueue_andTheOthersReadPastNoneOfIt() {
        superseded(20);
        List<Garbage> before = all();
        garbage.collected(
                ids(before.stream().filter(row -> !row.server().equals(AWAY)).toList()));

        List<Garbage> left =
                before.stream().filter(row -> row.server().equals(AWAY)).toList();
        assertThat(all()).as("the same, under the same ids").isEqualTo(left);
        assertThat(garbage.garbage(AWAY, 0, 100)).isEqualTo(left);
        assertThat(garbage.garbage(Samples.SIX.servers().getFirst(), 0, 100)).isEmpty();
        assertThat(rows(" where forget_millis is null and server <> '" + AWAY + "'"))
                .as("nothing waits for anybody else")
                .isZero();

        garbage.collected(ids(left));
        garbage.collected(ids(before));
        assertThat(all()).isEmpty();
    }

    @Test
    void supersededWrite_isNoOrphanWhereItWaits_andWaitsAgainWhereItsFragmentsAreBack() {
        WriteId old = superseded(1);
        PostgresGarbageTable later =
                new PostgresGarbageTable(database, InstantSource.offset(CLOCK, GRACE.multipliedBy(2)), GRACE);
        List<Garbage> others =
                all().stream().filter(row -> !row.server().equals(AWAY)).toList();
        assertThat(later.orphans(AWAY, List.of(old))).isEmpty();
        garbage.collected(ids(others));
        assertThat(later.orphans(AWAY, List.of(old))).as("it waits by itself").isEmpty();

        ServerId back = others.getFirst().server();
        PostgresRemapTable remaps = new PostgresRemapTable(database, CLOCK, GRACE);
        long fence = remaps.claim("test").fence();
        assertThat(later.condemn(fence, back, List.of(old))).containsExactly(old);
        assertThat(later.condemn(fence, back, List.of(old))).isEmpty();
        assertThat(later.garbage(0, 100)).extracting(Garbage::server).containsExactlyInAnyOrder(AWAY, back);
        assertThat(mapping.commit(List.of(again(old))).getFirst().status()).isEqualTo(CommitResult.Status.SUPERSEDED);
    }

    private static Commit again(WriteId old) {
        ObjectContent content = new ObjectContent(old, 36_000, 16_384, 7, "image/png", Map.of());
        return new Commit(CAT, content, Samples.SIX, List.of(), Condition.NONE);
    }

    @Test
    void writeOnMoreServersThanARowNames_isARowForEach() {
        Placement wide = new Placement(
                new RedundancyScheme(RedundancyPolicy.EC, 254, 2),
                IntStream.range(0, 256).mapToObj(i -> new ServerId("wide-" + i)).toList());
        ObjectContent content = new ObjectContent(Samples.writeId(), 8 << 20, 8 << 20, 7, "image/png", Map.of());
        mapping.commit(List.of(new Commit(CAT, content, wide, List.of(), Condition.NONE)));
        mapping.commit(List.of(Samples.write(CAT)));

        List<Garbage> all = all();
        assertThat(rows()).isEqualTo(256);
        assertThat(all).hasSize(256).extracting(Garbage::id).doesNotHaveDuplicates();
        garbage.collected(ids(all));
        assertThat(all()).isEmpty();
    }

    @Test
    void rowsOfAnEarlierBuild_areCollectedBesideNewOnes() {
        DatabaseConfig config = PostgresForTests.newDatabase();
        var unused = Flyway.configure()
                .dataSource(config.jdbcUrl(), config.user(), config.password())
                .target("26")
                .load()
                .migrate();
        PostgresForTests.execute(PostgresForTests.name(config), """
                insert into fragment_outbox (id, server, write_high, write_low, since_millis, forget_millis) values
                    (nextval('fragment_outbox_id'), 'flash-1', 5, 5, 1, null), (nextval('fragment_outbox_id'), 'flash-2', 5, 5, 1, null),
                    (nextval('fragment_outbox_id'), 'flash-3', 5, 5, 1, 9000000000000000)
                """);
        try (Database migrated = Database.open(config, new SimpleMeterRegistry())) {
            PostgresMappingTable objects = new PostgresMappingTable(migrated, CLOCK, GRACE);
            PostgresGarbageTable old = new PostgresGarbageTable(migrated, CLOCK, GRACE);
            objects.commit(List.of(Samples.write(CAT)));
            objects.commit(List.of(Samples.write(CAT)));

            assertThat(old.garbage(0, 100)).hasSize(2 + 6);
            assertThat(old.garbage(new ServerId("flash-2"), 0, 100)).hasSize(2);
            old.collected(ids(old.garbage(0, 100)));
            assertThat(old.garbage(0, 100)).isEmpty();
            assertThat(objects.commit(List.of(again(new WriteId(5, 5))))
                            .getFirst()
                            .status())
                    .isEqualTo(CommitResult.Status.SUPERSEDED);
        }
    }
}
