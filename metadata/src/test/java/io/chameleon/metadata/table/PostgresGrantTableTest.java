package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.core.mapping.Commit;
import io.chameleon.metadata.bucket.GrantTable;
import io.chameleon.metadata.bucket.PostgresGrantTable;
import io.chameleon.metadata.database.Database;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@SharedDatabase
class PostgresGrantTableTest {
    private final Database database = PostgresForTests.emptied();
    private final PostgresGrantTable grants = new PostgresGrantTable(database, InstantSource.system());
    private final PostgresMappingTable mapping =
            new PostgresMappingTable(database, InstantSource.system(), Duration.ofHours(1));

    @Test
    void grants_areSetChangedListedAndTakenAway() {
        grants.set("photos", "alice", Access.OWNER);
        grants.set("photos", "bob", Access.READ);
        grants.set("photos", "bob", Access.WRITE);
        grants.set("music", "bob", Access.READ);

        assertThat(grants.access("photos", "bob")).isEqualTo(Access.WRITE);
        assertThat(grants.ofBucket("photos"))
                .containsExactly(new Grant("photos", "alice", Access.OWNER), new Grant("photos", "bob", Access.WRITE));
        assertThat(grants.ofPrincipal("bob"))
                .containsExactly(new Grant("music", "bob", Access.READ), new Grant("photos", "bob", Access.WRITE));
        grants.set("photos", "bob", null);
        assertThat(grants.access("photos", "bob")).isNull();
    }

    @Test
    void bucket_thatTwentyClaimAtOnce_isOneUsers() {
        List<CompletableFuture<Boolean>> claims = IntStream.range(0, 20)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> grants.claim("photos", "user" + i)))
                .toList();

        assertThat(claims.stream().map(CompletableFuture::join)).containsOnlyOnce(true);
        assertThat(grants.ofBucket("photos")).hasSize(1).allMatch(grant -> grant.access() == Access.OWNER);
    }

    @Test
    void bucket_whoseOwnerWasTakenAway_isNotClaimedAnew() {
        assertThat(grants.isUnused("photos")).isTrue();
        assertThat(grants.claim("photos", "alice")).isTrue();
        grants.set("photos", "alice", null);

        assertThat(grants.isUnused("photos")).isFalse();
        assertThat(grants.claim("photos", "bob")).isFalse();
    }

    @Test
    void bucket_thatHoldsObjects_isNotClaimed() {
        mapping.commit(List.of(Samples.write(Samples.object("cat"))));

        assertThat(grants.claim("photos", "alice")).isFalse();
    }

    @Test
    void write_isLiveElsewhere_onlyForOtherObjects() {
        Commit cat = Samples.write(Samples.object("cat"));
        mapping.commit(List.of(cat));

        assertThat(grants.before(cat.writeId(), Samples.object("dog"), true))
                .isEqualTo(new GrantTable.Before(true, true));
        assertThat(grants.before(cat.writeId(), Samples.object("cat"), true))
                .isEqualTo(new GrantTable.Before(false, true));
        assertThat(grants.before(Samples.writeId(), new ObjectId("music", "cat"), false))
                .isEqualTo(new GrantTable.Before(false, false));
    }
}
