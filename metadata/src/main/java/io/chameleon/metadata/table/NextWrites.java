package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.RecentRing;
import io.chameleon.core.mapping.SchemeChange;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows as their next writers should see them: led to the scheme of their bucket ({@link SchemeChange}), or redirected
 * with their group. Both are advice where to write: a writer that does not follow commits just as well.
 *
 * <p>Cost: none for a row under its bucket's scheme; for another the ring's walk, and at most once a second a view.
 */
public final class NextWrites {
    private static final Logger LOG = LoggerFactory.getLogger(NextWrites.class);

    /** Rows as they are. */
    public static final NextWrites UNCHANGED = new NextWrites();

    private final @Nullable Supplier<ClusterView> views;
    private final Function<RedundancyPolicy, @Nullable RedundancyScheme> cluster;
    private final UnaryOperator<ObjectMapping> redirected;
    private final RecentRing rings = new RecentRing();
    private volatile Writable last = new Writable(List.of(), Set.of());

    /** Servers that take writes, of those of a view. */
    private record Writable(List<ServerInfo> of, Set<ServerId> servers) {}

    private NextWrites() {
        this.views = null;
        this.cluster = policy -> null;
        this.redirected = UnaryOperator.identity();
    }

    /**
     * @param views may wait for the database
     * @param cluster the schemes of buckets that have none of their own
     * @param redirected a row that is under its bucket's scheme, redirected
     */
    public NextWrites(
            Supplier<ClusterView> views,
            Function<RedundancyPolicy, @Nullable RedundancyScheme> cluster,
            UnaryOperator<ObjectMapping> redirected) {
        this.views = views;
        this.cluster = cluster;
        this.redirected = redirected;
    }

    /** @param own schemes of the row's bucket */
    public ObjectMapping shown(ObjectMapping row, BucketSchemes own) {
        RedundancyPolicy policy = row.state().nextPolicy();
        RedundancyScheme ofBucket = own.of(policy);
        RedundancyScheme wanted = ofBucket == null ? cluster.apply(policy) : ofBucket;
        ObjectMapping led = wanted == null || !SchemeChange.isDue(row, wanted) ? null : led(row, wanted);
        return led == null ? redirected.apply(row) : led;
    }

    private @Nullable ObjectMapping led(ObjectMapping row, RedundancyScheme wanted) {
        try {
            if (views == null) {
                return null;
            }
            ClusterView view = views.get();
            return SchemeChange.applied(row, wanted, rings.of(view), writable(view)::contains);
        } catch (RuntimeException e) {
            LOG.debug("{} is shown as it is: {}", row.id(), e.toString());
            return null;
        }
    }

    /** Found once for each view. */
    @SuppressWarnings("ReferenceEquality") // another list, though equal, is only looked at once more
    private Set<ServerId> writable(ClusterView view) {
        Writable known = last;
        if (known.of != view.servers()) {
            known = new Writable(
                    view.servers(),
                    view.servers().stream()
                            .filter(ServerInfo::isWritable)
                            .map(ServerInfo::id)
                            .collect(Collectors.toUnmodifiableSet()));
            last = known;
        }
        return known.servers;
    }
}
