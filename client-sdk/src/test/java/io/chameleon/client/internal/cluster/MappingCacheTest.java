package io.chameleon.client.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MappingCacheTest {
    private static ObjectMapping row(String key) {
        WriteId write = new WriteId(1, 2);
        Placement placement =
                new Placement(RedundancyScheme.REP_3, List.of(new ServerId("a"), new ServerId("b"), new ServerId("c")));
        return new ObjectMapping(
                new ObjectId("photos", key),
                write,
                new ObjectContent(write, 0, 1, 0, "", Map.of()),
                RedundancyState.REP,
                null,
                placement,
                false,
                0,
                0,
                0,
                0,
                0,
                0,
                1,
                false,
                "");
    }

    private final MappingCache cache = new MappingCache(2);

    private void remember(String key) {
        cache.remember(row(key).id(), row(key));
    }

    private boolean knows(String key) {
        return cache.get(row(key).id()).isPresent();
    }

    @Test
    void fullCache_forgetsWhatWasUsedLongestAgo() {
        remember("a");
        remember("b");
        assertThat(knows("a")).isTrue();
        remember("c");

        assertThat(knows("b")).isFalse();
        assertThat(knows("a")).isTrue();
        assertThat(knows("c")).isTrue();
    }

    @Test
    void objectFoundToBeGone_isForgotten() {
        remember("a");
        cache.remember(row("a").id(), null);

        assertThat(knows("a")).isFalse();
    }

    @Test
    void cacheOfNothing_remembersNothing() {
        MappingCache none = new MappingCache(0);
        none.remember(row("a").id(), row("a"));

        assertThat(none.get(row("a").id())).isEmpty();
    }
}
