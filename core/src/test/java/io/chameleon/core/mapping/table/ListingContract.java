package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.TableFixture.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Listings with prefix, delimiter and continuation. */
public interface ListingContract {
    Comparator<String> UTF_8_BYTES =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    TableFixture table();

    private void store(String... keys) {
        TableFixture table = table();
        table.mapping.commit(Stream.of(keys)
                .map(key -> table.write(TableFixture.object(key), SIX))
                .toList());
    }

    private ObjectPage list(String prefix, String delimiter, String after, int limit) {
        return table().mapping.list(new ListQuery(BUCKET, prefix, delimiter, after, limit));
    }

    private static List<String> keys(ObjectPage page) {
        return page.objects().stream().map(row -> row.id().key()).toList();
    }

    @Test
    default void listing_ofAnEmptyBucket_isOneEmptyPage() {
        table().buckets.create(BUCKET, "");
        assertThat(list("", "", "", 1)).isEqualTo(new ObjectPage(List.of(), List.of(), ""));
    }

    @Test
    default void listing_holdsTheCurrentRowsOfThatBucketAlone() {
        TableFixture table = table();
        store("a");
        ObjectMapping current = table.put(TableFixture.object("a"), SIX);
        table.put(new ObjectId(BUCKET + "2", "a"), SIX);
        table.put(new ObjectId("phot", "a"), SIX);

        assertThat(list("", "", "", 10)).isEqualTo(new ObjectPage(List.of(current), List.of(), ""));
    }

    @Test
    default void listing_isInTheOrderOfUtf8Bytes_notOfUtf16() {
        store("\ud83d\ude00", "\uff5e", "z", "\u00e9", "Z", "a", "a/", "a.", "a-", "A b");
        assertThat(keys(list("", "", "", 20)))
                .containsExactly("A b", "Z", "a", "a-", "a.", "a/", "z", "\u00e9", "\uff5e", "\ud83d\ude00");
    }

    @Test
    default void listing_takesThePrefixLiterally() {
        store("a%b", "a%c", "aXb", "a_b", "a\\b", "b");
        assertThat(keys(list("a%", "", "", 10))).containsExactly("a%b", "a%c");
        assertThat(keys(list("a_", "", "", 10))).containsExactly("a_b");
        assertThat(keys(list("a\\", "", "", 10))).containsExactly("a\\b");
        assertThat(keys(list("A", "", "", 10))).isEmpty();
    }

    @Test
    default void listing_foldsKeysAtTheFirstDelimiterAfterThePrefix() {
        store("a/1", "a/2", "a/b/3", "b", "c/", "c/4");
        ObjectPage top = list("", "/", "", 10);
        assertThat(keys(top)).containsExactly("b");
        assertThat(top.commonPrefixes()).containsExactly("a/", "c/");

        ObjectPage inside = list("a/", "/", "", 10);
        assertThat(keys(inside)).containsExactly("a/1", "a/2");
        assertThat(inside.commonPrefixes()).containsExactly("a/b/");
        assertThat(keys(list("c/", "/", "", 10)))
                .as("the key that is the prefix")
                .containsExactly("c/", "c/4");
    }

    @Test
    default void listing_fullToTheLimit_tellsWhereToGoOn() {
        store("a/1", "a/2", "b", "c/1", "d");
        ObjectPage first = list("", "/", "", 2);
        assertThat(first.commonPrefixes()).containsExactly("a/");
        assertThat(keys(first)).containsExactly("b");
        assertThat(first.continuation()).isEqualTo("b");

        ObjectPage second = list("", "/", first.continuation(), 1);
        assertThat(second.commonPrefixes()).containsExactly("c/");
        assertThat(second.continuation()).isEqualTo("c/");

        ObjectPage last = list("", "/", second.continuation(), 1);
        assertThat(keys(last)).containsExactly("d");
        assertThat(last.continuation()).as("full, and nothing after it").isEmpty();
    }

    @Test
    default void listing_afterAKeyInsideACommonPrefix_skipsThatPrefix() {
        store("a/1", "a/2", "b");
        ObjectPage page = list("", "/", "a/1", 10);
        assertThat(page.commonPrefixes()).isEmpty();
        assertThat(keys(page)).containsExactly("b");
        assertThat(keys(list("", "", "a/1", 10))).containsExactly("a/2", "b");
        assertThat(list("a", "", "zzz", 10)).isEqualTo(new ObjectPage(List.of(), List.of(), ""));
    }

    /** Random buckets and queries, paged through, compared with a listing by sorting and folding everything. */
    @Test
    default void listing_pagedThrough_givesEverythingOnceInOrder() {
        long seed = Long.getLong("chameleon.seed", 20260101L);
        Random random = new Random(seed);
        String[] letters = {"a", "b", "/", "//", "\u00e9", "\uff5e", "\ud83d\ude00", "%"};
        TreeSet<String> keys = new TreeSet<>(UTF_8_BYTES);
        for (int i = 0; i < 120; i++) {
            keys.add(word(random, letters, 1 + random.nextInt(4)));
        }
        store(keys.toArray(String[]::new));
        for (int query = 0; query < 60; query++) {
            String prefix = word(random, letters, random.nextInt(3));
            String delimiter = random.nextBoolean() ? "" : word(random, letters, 1);
            String after = random.nextInt(3) > 0 ? "" : word(random, letters, random.nextInt(4));
            int limit = 1 + random.nextInt(20);
            assertThat(walk(prefix, delimiter, after, limit))
                    .as(
                            "seed %d: prefix '%s' delimiter '%s' after '%s' limit %d",
                            seed, prefix, delimiter, after, limit)
                    .containsExactlyElementsOf(naive(keys, prefix, delimiter, after));
        }
    }

    private List<String> walk(String prefix, String delimiter, String after, int limit) {
        List<String> all = new ArrayList<>();
        String from = after;
        do {
            ObjectPage page = list(prefix, delimiter, from, limit);
            List<String> names = new ArrayList<>(keys(page));
            names.addAll(page.commonPrefixes());
            assertThat(names).hasSizeLessThanOrEqualTo(limit);
            if (!page.continuation().isEmpty()) {
                assertThat(names).hasSize(limit);
            }
            names.sort(UTF_8_BYTES);
            all.addAll(names);
            from = page.continuation();
        } while (!from.isEmpty());
        return all;
    }

    private static List<String> naive(Iterable<String> keys, String prefix, String delimiter, String after) {
        TreeSet<String> names = new TreeSet<>(UTF_8_BYTES);
        for (String key : keys) {
            if (key.startsWith(prefix)) {
                int at = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
                names.add(at < 0 ? key : key.substring(0, at + delimiter.length()));
            }
        }
        return List.copyOf(names.tailSet(after, false));
    }

    private static String word(Random random, String[] letters, int length) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append(letters[random.nextInt(letters.length)]);
        }
        return word.toString();
    }
}
