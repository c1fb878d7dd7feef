package io.chameleon.lab.simulation.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.ListPage;
import io.chameleon.client.ObjectInfo;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.simulation.history.History;
import io.chameleon.lab.simulation.history.Operation;
import io.chameleon.lab.simulation.history.Operation.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a page of a listing proves of each key, on it or not. */
class ListingsTest {
    private final History history = new History();
    private final Listings listings = new Listings(history, List.of("k0", "k1", "k2", "k3"));

    private static ListPage page(String continuation, String... keys) {
        return new ListPage(Stream.of(keys).map(ListingsTest::object).toList(), List.of(), continuation);
    }

    private static ObjectInfo object(String key) {
        Placement placement =
                new Placement(RedundancyScheme.REP_3, List.of(new ServerId("a"), new ServerId("b"), new ServerId("c")));
        return new ObjectInfo(
                new ObjectId("bucket", key),
                "tag of " + key,
                10,
                16_384,
                0,
                0,
                0,
                "",
                Map.of(),
                RedundancyState.REP,
                placement,
                placement,
                new WriteId(1, 2),
                false,
                0,
                0,
                0,
                Instant.EPOCH,
                Instant.EPOCH,
                false);
    }

    /** Key {@code k1} has the entity tag {@code tag of k1}. */
    private void wrote(String key, long value, long at) {
        history.add(key, new Operation(Kind.WRITE, value, 0, Outcome.DONE, at, at + 1));
        listings.stored("tag of " + key, value);
    }

    private void sound(String after, ListPage page) {
        assertThat(listings.note(after, page, 100, 101)).isEmpty();
        assertThat(history.violation()).isEmpty();
    }

    private void violated(String after, ListPage page, String key) {
        assertThat(listings.note(after, page, 100, 101)).isEmpty();
        assertThat(history.violation().orElseThrow()).startsWith("object " + key + " ");
    }

    @Test
    void page_isAReadOfEveryKey() {
        wrote("k1", 1, 0);
        sound("", page("", "k1"));
        assertThat(history.operations()).isEqualTo(1 + 4);
    }

    @Test
    void keyThatIsMissing_isReadAsNoObject() {
        wrote("k1", 1, 0);
        wrote("k2", 2, 2);
        violated("", page("", "k1"), "k2");
    }

    @Test
    void keyThatIsThere_isReadAsTheValueOfItsEntityTag() {
        wrote("k1", 1, 0);
        history.add("k1", new Operation(Kind.WRITE, 9, 0, Outcome.DONE, 10, 11));
        violated("", page("", "k1"), "k1");
    }

    @Test
    void keyThatWasDeleted_mustNotBeThere() {
        wrote("k1", 1, 0);
        history.add("k1", new Operation(Kind.DELETE, 0, 0, Outcome.DONE, 10, 11));
        violated("", page("", "k1"), "k1");
    }

    /** Beyond the page's bounds other pages tell. */
    @Test
    void keysOutsideThePage_areNotReadByIt() {
        wrote("k0", 1, 0);
        wrote("k3", 2, 2);
        wrote("k1", 3, 4);
        sound("k0", page("k2", "k1"));
        assertThat(history.operations()).isEqualTo(3 + 2);
    }

    @Test
    void keyOfTheContinuation_belongsToThePage() {
        wrote("k2", 1, 0);
        violated("", page("k2"), "k2");
    }

    /** Nobody knows which value a write without an answer has; it may be the one that is listed. */
    @Test
    void objectOfAnUnknownWrite_provesNothing() {
        sound("", page("", "k1"));
        assertThat(history.operations()).isEqualTo(3);
    }

    @Test
    void pageOutOfOrder_orWithAKeyTwice_isWrong() {
        assertThat(listings.note("", page("", "k2", "k1"), 0, 1)).isPresent();
        assertThat(listings.note("", page("", "k1", "k1"), 0, 1)).isPresent();
        assertThat(history.operations()).isZero();
    }

    @Test
    void pageWithAKeyOutsideItsBounds_isWrong() {
        assertThat(listings.note("k1", page("", "k1"), 0, 1).orElseThrow())
                .isEqualTo("[k1] after 'k1', to be continued after ''");
        assertThat(listings.note("", page("k1", "k2"), 0, 1).orElseThrow())
                .isEqualTo("[k2] after '', to be continued after 'k1'");
    }
}
