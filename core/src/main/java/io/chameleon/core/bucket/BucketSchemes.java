package io.chameleon.core.bucket;

import io.chameleon.core.Require;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schemes that a bucket has of its own; for a policy without one the cluster's counts ({@link ClusterView}). New
 * objects take them, transitions lead to them, and what is stored under another scheme takes them at its next write.
 *
 * @param rep scheme of the REP policy; null: the cluster's
 * @param ec scheme of the EC policy; null: the cluster's
 */
public record BucketSchemes(
        @Nullable RedundancyScheme rep, @Nullable RedundancyScheme ec) {
    /** The settings of a {@link BucketInfo} that hold them. */
    public static final String REP_SETTING = "scheme.rep";

    public static final String EC_SETTING = "scheme.ec";

    public static final BucketSchemes NONE = new BucketSchemes(null, null);

    /** A bucket whose objects do not survive the loss of a server would not be a store's. */
    public BucketSchemes {
        require(REP_SETTING, RedundancyPolicy.REP, rep);
        require(EC_SETTING, RedundancyPolicy.EC, ec);
    }

    private static void require(String setting, RedundancyPolicy policy, @Nullable RedundancyScheme scheme) {
        Require.that(
                scheme == null || scheme.policy() == policy && scheme.survives() > 0,
                "setting " + setting,
                scheme,
                "a scheme of the policy " + policy + " that survives the loss of a server");
    }

    /**
     * As a bucket's settings say. A text that this build cannot read counts as none: a process of another build has
     * accepted it, and what is stored stays readable whatever it says.
     */
    public static BucketSchemes of(Map<String, String> settings) {
        return of(settings.get(REP_SETTING), settings.get(EC_SETTING));
    }

    /** As above, of the texts; null: none. */
    public static BucketSchemes of(@Nullable String rep, @Nullable String ec) {
        return rep == null && ec == null ? NONE : new BucketSchemes(readable(rep, true), readable(ec, false));
    }

    private static @Nullable RedundancyScheme readable(@Nullable String text, boolean rep) {
        try {
            BucketSchemes parsed = rep ? parsed(text, null) : parsed(null, text);
            return rep ? parsed.rep : parsed.ec;
        } catch (IllegalArgumentException unreadable) {
            return null;
        }
    }

    /**
     * Of texts as users give them; null: none.
     *
     * @throws IllegalArgumentException in one line
     */
    public static BucketSchemes parsed(@Nullable String rep, @Nullable String ec) {
        return new BucketSchemes(
                rep == null ? null : RedundancyScheme.parse(rep), ec == null ? null : RedundancyScheme.parse(ec));
    }

    /** Throws unless settings that somebody changes say schemes that this build can read. */
    static void requireReadable(Map<String, String> settings) {
        BucketSchemes unused = parsed(settings.get(REP_SETTING), settings.get(EC_SETTING));
    }

    public boolean isNone() {
        return rep == null && ec == null;
    }

    /** Null: the cluster's. */
    public @Nullable RedundancyScheme of(RedundancyPolicy policy) {
        return policy == RedundancyPolicy.REP ? rep : ec;
    }

    /** The settings that say so. */
    public Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        if (rep != null) {
            settings.put(REP_SETTING, rep.toString());
        }
        if (ec != null) {
            settings.put(EC_SETTING, ec.toString());
        }
        return settings;
    }
}
