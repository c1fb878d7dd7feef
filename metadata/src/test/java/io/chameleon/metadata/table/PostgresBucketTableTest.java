package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.access.Access;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.metadata.bucket.PostgresBucketTable;
import io.chameleon.metadata.bucket.PostgresGrantTable;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** What only the tables on PostgreSQL can show; {@code MappingTableContract} has the rest. */
@SharedDatabase
class PostgresBucketTableTest {
    private final Database database = PostgresForTests.emptied();
    private final InstantSource clock = InstantSource.system();
    private final PostgresBucketTable buckets = new PostgresBucketTable(database, clock);
    private final PostgresGrantTable grants = new PostgresGrantTable(database, clock);
    private final PostgresMappingTable mapping = new PostgresMappingTable(database, clock, Duration.ofHours(1));

    private void execute(String sql) {
        PostgresForTests.execute(PostgresForTests.sharedName(), sql);
    }

    @Test
    void createdBucket_isItsOwners_withTheGrant_andNobodyElseCanClaimIt() {
        buckets.create("photos", "alice");
        assertThat(grants.access("photos", "alice")).isEqualTo(Access.OWNER);
        assertThat(grants.claim("photos", "bob")).isFalse();
        buckets.delete("photos");
        assertThat(grants.access("photos", "alice")).isNull();
        assertThat(grants.claim("photos", "bob")).isTrue();
        assertThat(buckets.find("photos")).extracting(BucketInfo::owner).isEqualTo("bob");
    }

    @Test
    void bucketOfNobody_becomesThatOfTheFirstWhoIsMadeItsOwner() {
        grants.set("photos", "carol", Access.READ);
        assertThat(buckets.find("photos")).extracting(BucketInfo::owner).isEqualTo("");
        grants.set("photos", "alice", Access.OWNER);
        grants.set("photos", "bob", Access.OWNER);
        assertThat(buckets.find("photos")).extracting(BucketInfo::owner).isEqualTo("alice");
    }

    /** Its row in the registry is asked for once, and not again: a lost one stays lost. */
    @Test
    void commitToAKnownBucket_asksNothingOfTheRegistry() {
        mapping.commit(List.of(Samples.write(Samples.object("cat"))));
        assertThat(buckets.find("photos")).isNotNull();
        execute("delete from bucket");
        mapping.commit(List.of(Samples.write(Samples.object("dog"))));
        assertThat(buckets.list(null, "", 10)).isEmpty();
    }

    @Test
    void bucketThatAProcessOfAnEarlierBuildMade_isFoundWhenItIsAskedFor() {
        mapping.commit(List.of(Samples.write(Samples.object("cat"))));
        execute("delete from bucket");
        assertThat(buckets.find("photos")).isNotNull();

        execute("delete from bucket");
        assertThatThrownBy(() -> buckets.create("photos", "alice"))
                .isInstanceOf(ChameleonError.class)
                .hasMessageContaining("exists already");
        assertThat(buckets.configure("photos", Map.of("tags", "a=b")).settings())
                .hasSize(1);

        execute("insert into bucket (name, policy) values ('logs', 1)");
        assertThat(buckets.find("logs")).isEqualTo(new BucketInfo("logs", "", 0, RedundancyPolicy.REP, Map.of()));
    }

    @Test
    void commit_tellsTheSchemesOfItsBucket() {
        BucketSchemes wide = BucketSchemes.parsed("REP(2)", "EC(8+3)");
        buckets.create("photos", "alice", wide.settings());
        assertThat(mapping.commit(List.of(Samples.write(Samples.object("cat")))))
                .extracting(CommitResult::schemes)
                .containsExactly(wide);
    }

    @Test
    void bucketWithASchemeThatThisBuildCannotRead_isUsedUnderTheClusters() {
        mapping.commit(List.of(Samples.write(Samples.object("cat"))));
        execute("update bucket set settings = '{\"scheme.ec\": \"FOUNTAIN(9)\", \"scheme.rep\": \"REP(2)\"}'");
        assertThat(mapping.lookup(Samples.object("cat")).schemes()).isEqualTo(BucketSchemes.parsed("REP(2)", null));
        assertThat(buckets.listWithSchemes("", 10)).hasSize(1);
    }

    @Test
    void deletedBucket_leavesNoRows() {
        mapping.commit(List.of(Samples.write(Samples.object("cat"))));
        grants.set("photos", "alice", Access.OWNER);
        assertThat(mapping.delete(Samples.object("cat"), Condition.NONE)).isNotNull();
        buckets.delete("photos");
        for (String table : List.of("bucket", "bucket_claim", "bucket_grant", "stored where kind in (1, 2)")) {
            int rows = database.transactions().query(connection -> {
                try (var statement = connection.prepareStatement("select count(*) from " + table);
                        var count = statement.executeQuery()) {
                    count.next();
                    return count.getInt(1);
                }
            });
            assertThat(rows).as(table).isZero();
        }
    }

    @Test
    void migration_registersEveryBucketThatIsKnown() {
        DatabaseConfig config = PostgresForTests.newDatabase();
        var unused = Flyway.configure()
                .dataSource(config.jdbcUrl(), config.user(), config.password())
                .target("18")
                .load()
                .migrate();
        PostgresForTests.execute(PostgresForTests.name(config), """
                insert into bucket (name, policy) values ('logs', 1), ('photos', 1);
                insert into bucket_claim (bucket, principal, since_millis) values ('photos', 'alice', 7), ('claimed', 'bob', 8);
                insert into bucket_grant (bucket, principal, access) values ('granted', 'carol', 3), ('granted', 'dave', 1);
                insert into quota (kind, name, max_bytes, max_objects) values (1, 'bounded', 1, 1), (2, 'eve', 1, 1);
                insert into stored (kind, name, part, bytes, objects) values (1, 'full', 0, 10, 1), (1, 'full', 3, 10, 1), (2, 'bob', 0, 1, 1);
                """);
        try (Database migrated = Database.open(config, new SimpleMeterRegistry())) {
            PostgresBucketTable table = new PostgresBucketTable(migrated, clock);
            assertThat(table.list(null, "", 10))
                    .extracting(bucket -> bucket.name() + ":" + bucket.owner())
                    .containsExactly("bounded:", "claimed:bob", "full:", "granted:carol", "logs:", "photos:alice");
            assertThat(table.find("photos"))
                    .isEqualTo(new BucketInfo("photos", "alice", 7, RedundancyPolicy.REP, Map.of()));
            assertThat(table.find("full"))
                    .satisfies(full -> assertThat(full.createdMillis()).isPositive());
        }
    }
}
