package io.chameleon.core.lifecycle;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LifecycleRulesTest {
    private static final Instant MODIFIED = Instant.parse("2026-03-01T15:30:00Z");
    private static final String[] TEXTS = {"", "a", "logs/", "a&b=c", "%", "+ +", "\n", "é/ü", "\uD83E\uDD8E", "tag.x"};

    private static LifecycleRule rule(String id) {
        return LifecycleRule.named(id).expirationDays(1).build();
    }

    @Test
    void days_endAtTheMidnightThatFollows() {
        LifecycleRule rule = rule("a");
        assertThat(rule.expires(MODIFIED, LifecycleRule.DAY)).isEqualTo("2026-03-03T00:00:00Z");
        assertThat(rule.expires(Instant.parse("2026-03-01T00:00:00Z"), LifecycleRule.DAY))
                .isEqualTo("2026-03-02T00:00:00Z");
        assertThat(rule.expires(MODIFIED, Duration.ofSeconds(10))).isEqualTo(MODIFIED.plusSeconds(10));
    }

    @Test
    void expiry_isAMidnightAndNeverEarly() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            int days = random.nextInt(1, 4_000);
            Instant modified = Instant.ofEpochMilli(random.nextLong(0, 4_000_000_000_000L));
            LifecycleRule rule = LifecycleRule.named("a").expirationDays(days).build();
            Instant end = requireNonNull(rule.expires(modified, LifecycleRule.DAY));
            Instant exact = modified.plus(Duration.ofDays(days));
            assertThat(end.atOffset(ZoneOffset.UTC).toLocalTime().toNanoOfDay()).isZero();
            assertThat(end).isBetween(exact, exact.plus(Duration.ofDays(1)).minusMillis(1));
        }
    }

    @Test
    void versionsAndUploads_goByTheirOwnDays() {
        LifecycleRule rule = LifecycleRule.named("a")
                .noncurrentDays(2)
                .newerNoncurrentVersions(3)
                .abortDays(7)
                .build();
        assertThat(rule.expires(MODIFIED, LifecycleRule.DAY)).isNull();
        assertThat(rule.markerExpires(MODIFIED, LifecycleRule.DAY)).isNull();
        assertThat(rule.noncurrentExpires(MODIFIED, 2, LifecycleRule.DAY)).isNull();
        assertThat(rule.noncurrentExpires(MODIFIED, 3, LifecycleRule.DAY)).isEqualTo("2026-03-04T00:00:00Z");
        assertThat(rule.aborts(MODIFIED, LifecycleRule.DAY)).isEqualTo("2026-03-09T00:00:00Z");
    }

    @Test
    void markerThatIsAlone_goesAtOnceOrWithTheDaysOfObjects() {
        LifecycleRule markers =
                LifecycleRule.named("a").expiredDeleteMarkers(true).build();
        assertThat(markers.markerExpires(MODIFIED, LifecycleRule.DAY)).isEqualTo(MODIFIED);
        assertThat(markers.expires(MODIFIED, LifecycleRule.DAY)).isNull();
        assertThat(rule("a").markerExpires(MODIFIED, LifecycleRule.DAY)).isEqualTo("2026-03-03T00:00:00Z");
    }

    @Test
    void ruleThatIsDisabled_doesNothing() {
        LifecycleRule rule = LifecycleRule.named("a")
                .enabled(false)
                .expirationDays(1)
                .expiredDeleteMarkers(true)
                .noncurrentDays(1)
                .abortDays(1)
                .build();
        assertThat(rule.expires(MODIFIED, LifecycleRule.DAY)).isNull();
        assertThat(rule.markerExpires(MODIFIED, LifecycleRule.DAY)).isNull();
        assertThat(rule.noncurrentExpires(MODIFIED, 9, LifecycleRule.DAY)).isNull();
        assertThat(rule.aborts(MODIFIED, LifecycleRule.DAY)).isNull();
        assertThat(new LifecycleRules(List.of(rule)).commonPrefix()).isNull();
    }

    @Test
    void filter_coversWhatAllOfItHoldsFor() {
        LifecycleFilter filter = new LifecycleFilter("logs/", Map.of("a", "1"), 10, 20);
        assertThat(filter.covers("logs/x", 11, Map.of("a", "1", "b", "2"))).isTrue();
        assertThat(filter.covers("logs/x", 10, Map.of("a", "1"))).isFalse();
        assertThat(filter.covers("logs/x", 20, Map.of("a", "1"))).isFalse();
        assertThat(filter.covers("logs/x", 15, Map.of("a", "2"))).isFalse();
        assertThat(filter.covers("log", 15, Map.of("a", "1"))).isFalse();
        assertThat(filter.covers("logs/x")).as("a marker has no tags").isFalse();
        assertThat(LifecycleFilter.ALL.covers("", 0, Map.of())).isTrue();
        assertThat(LifecycleFilter.ofPrefix("a").covers("ab")).isTrue();
    }

    @Test
    void ofSeveralRules_theOneCountsWhoseTimeComesFirst() {
        LifecycleRules rules = new LifecycleRules(List.of(
                LifecycleRule.named("late").expirationDays(9).build(),
                rule("early"),
                LifecycleRule.named("other")
                        .filter(LifecycleFilter.ofPrefix("x"))
                        .expirationDate(Instant.EPOCH)
                        .build()));
        LifecycleRules.Due due = requireNonNull(rules.expires("key", 1, Map.of(), MODIFIED, LifecycleRule.DAY));
        assertThat(due.rule().id()).isEqualTo("early");
        assertThat(due.at()).isEqualTo("2026-03-03T00:00:00Z");
    }

    @Test
    void commonPrefix_isWhatAllEnabledRulesShare() {
        LifecycleRule one = rule("1").withFilter(LifecycleFilter.ofPrefix("a/\uD83E\uDD8E"));
        LifecycleRule other = rule("2").withFilter(LifecycleFilter.ofPrefix("a/\uD83E\uDD8Fx"));
        assertThat(new LifecycleRules(List.of(one)).commonPrefix()).isEqualTo("a/\uD83E\uDD8E");
        assertThat(new LifecycleRules(List.of(one, other)).commonPrefix()).isEqualTo("a/");
        assertThat(new LifecycleRules(List.of(one, rule("3"))).commonPrefix()).isEmpty();
    }

    @Test
    void text_bringsEveryRuleBack() {
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 2_000; i++) {
            List<LifecycleRule> rules = new ArrayList<>();
            for (int count = random.nextInt(1, 5); count > 0; count--) {
                rules.add(arbitrary(random, count + pick(random)));
            }
            LifecycleRules all = new LifecycleRules(rules);
            assertThat(LifecycleRules.parse(all.text())).isEqualTo(all);
        }
    }

    private static String pick(SplittableRandom random) {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private static LifecycleRule arbitrary(SplittableRandom random, String id) {
        Map<String, String> tags = new HashMap<>();
        for (int tag = random.nextInt(3); tag > 0; tag--) {
            tags.put(pick(random), pick(random));
        }
        boolean dated = random.nextBoolean();
        @Nullable Instant date = dated ? Instant.ofEpochSecond(86_400L * random.nextInt(30_000)) : null;
        int noncurrent = random.nextInt(3);
        return new LifecycleRule(
                id,
                random.nextBoolean(),
                new LifecycleFilter(pick(random), tags, random.nextInt(-1, 9), random.nextInt(-1, 9)),
                random.nextBoolean(),
                dated ? 0 : random.nextInt(1, 9),
                date,
                random.nextBoolean(),
                noncurrent,
                noncurrent == 0 ? 0 : random.nextInt(3),
                random.nextInt(3));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "lifecycle 2\nid=a&enabled=true&prefix=&days=1",
                "lifecycle 1",
                "lifecycle 1\nid=a&enabled=true&prefix=&days=1&storage-class=COLD",
                "lifecycle 1\nid=a&enabled=true&prefix=",
                "lifecycle 1\nid=a&enabled=true&days=1",
                "lifecycle 1\nid=a&enabled=perhaps&prefix=&days=1",
                "lifecycle 1\nid=a&enabled=true&prefix=&days=-1",
                "lifecycle 1\nid=a&enabled=true&prefix=&days=x",
                "lifecycle 1\nid=a&enabled=true&prefix=&days=1&days=2",
                "lifecycle 1\nid=a&enabled=true&prefix=&date=soon",
                "lifecycle 1\nid=a&enabled=true&prefix=%&days=1",
                "lifecycle 1\nid=a&enabled=true&prefix=&days=1\nid=a&enabled=true&prefix=&days=1",
            })
    void textThatIsNotUnderstood_isRefusedAsAWhole(String text) {
        assertThatThrownBy(() -> LifecycleRules.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("\n");
    }

    @Test
    void tags_areReadFromTheQueryStringThatRidesWithTheObject() {
        assertThat(ObjectTags.of(Map.of(ObjectTags.KEY, "a%20b=1&c=%2F&d")))
                .isEqualTo(Map.of("a b", "1", "c", "/", "d", ""));
        assertThat(ObjectTags.of(Map.of())).isEmpty();
        assertThat(ObjectTags.of(Map.of(ObjectTags.KEY, "a=%zz"))).isEmpty();
    }
}
