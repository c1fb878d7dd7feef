package io.chameleon.balancer.lifecycle;

import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.core.lifecycle.ObjectTags;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the versions of one bucket, page after page: says which of a page go, and where the next page begins. A
 * key may have more versions than a page. Not thread-safe; does no input or output.
 *
 * <p>The next page begins after a version that stays, if the key has one: a listing after a version that is gone would
 * begin with the key's newest again. That is noticed, since the newest says that it is. Nor does a page begin after a
 * former version called null: a delete marker with that name may have come on top of it. So a page has two or more.
 */
final class VersionWalk {
    private final Duration day;
    private String key = "";
    private @Nullable VersionId after;
    /** Versions of {@code key} up to {@code after} that are not current and stay. */
    private int kept;
    /** A delete marker that came last: whether it is alone is known only with what follows. */
    private @Nullable ObjectVersion marker;

    VersionWalk(Duration day) {
        this.day = day;
    }

    /** "" at the beginning. */
    String key() {
        return key;
    }

    /** With {@link #key}: where the next page begins. */
    @Nullable
    VersionId after() {
        return after;
    }

    /**
     * Which of a page go; {@link #moved} is to follow.
     *
     * @param last whether no page follows
     */
    List<Removal> judge(List<ObjectVersion> page, LifecycleRules rules, Instant now, boolean last) {
        List<Removal> due = new ArrayList<>();
        ObjectVersion alone = marker;
        String current = key;
        int newer = kept;
        for (ObjectVersion version : page) {
            String at = version.object().key();
            if (alone != null && !alone.object().key().equals(at)) {
                judgeMarker(alone, rules, now, due);
            }
            alone = null;
            if (!at.equals(current) || version.latest()) {
                current = at;
                newer = 0;
            }
            if (version.latest() && version.isMarker()) {
                alone = version;
            } else if (isDue(version, rules, newer, now)) {
                due.add(new Removal(version.latest() ? Removed.OBJECT : Removed.VERSION, version));
            } else if (!version.latest()) {
                newer++;
            }
        }
        if (alone != null && last) {
            judgeMarker(alone, rules, now, due);
        }
        return due;
    }

    private void judgeMarker(ObjectVersion alone, LifecycleRules rules, Instant now, List<Removal> due) {
        Instant modified = Instant.ofEpochMilli(alone.modifiedMillis());
        if (isOver(rules.markerExpires(alone.object().key(), modified, day), now)) {
            due.add(new Removal(Removed.MARKER, alone));
        }
    }

    private boolean isDue(ObjectVersion version, LifecycleRules rules, int newer, Instant now) {
        String at = version.object().key();
        ObjectMapping row = version.row();
        Instant replaced = Instant.ofEpochMilli(version.noncurrentMillis());
        if (row == null) {
            return isOver(rules.noncurrentExpires(at, replaced, newer, day), now);
        }
        long bytes = row.content().size();
        var tags = ObjectTags.of(row.content().userMetadata());
        Instant modified = Instant.ofEpochMilli(version.modifiedMillis());
        return isOver(
                version.latest()
                        ? rules.expires(at, bytes, tags, modified, day)
                        : rules.noncurrentExpires(at, bytes, tags, replaced, newer, day),
                now);
    }

    static boolean isOver(LifecycleRules.@Nullable Due due, Instant now) {
        return due != null && !due.at().isAfter(now);
    }

    /**
     * Goes on behind a page.
     *
     * @param gone what of the page is no longer there
     */
    void moved(List<ObjectVersion> page, Set<ObjectVersion> gone) {
        marker = null;
        int nulls = 0;
        for (ObjectVersion version : page) {
            String at = version.object().key();
            boolean stays = !gone.contains(version);
            if (!at.equals(key) || version.latest()) {
                key = at;
                after = version.id();
                kept = stays && !version.latest() ? 1 : 0;
                nulls = 0;
            } else if (stays && version.id().isNull()) {
                nulls++;
            } else if (stays) {
                after = version.id();
                kept += 1 + nulls;
                nulls = 0;
            }
            marker = stays && version.latest() && version.isMarker() ? version : null;
        }
    }
}
