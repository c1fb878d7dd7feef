package io.chameleon.core.bucket;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A bucket as the registry knows it.
 *
 * @param owner the user who made it; "" if it was made without authentication, or by nobody in particular
 * @param createdMillis by the metadata service's clock
 * @param policy of its new objects
 * @param settings texts that its users keep with it, all but {@link Versioning}, {@link BucketSchemes} and {@link
 *     #SLICED} opaque, at most {@link #MAX_SETTINGS_BYTES} of UTF-8 in all
 */
public record BucketInfo(
        String name, String owner, long createdMillis, RedundancyPolicy policy, Map<String, String> settings) {
    public static final int MAX_SETTINGS_BYTES = 64 << 10;

    /**
     * Settings that make a bucket a sliced one: cut by its keys into {@link Slices}, which may lie in several databases
     * of the mapping table. They are given when a name is used for the first time, and stay for ever.
     */
    public static final Map<String, String> SLICED = Map.of(Slices.SETTING, Integer.toString(Slices.COUNT));

    public BucketInfo {
        ObjectId.requireBucket(name);
        requireOwner(owner);
        settings = Map.copyOf(settings);
        BucketSettings.require(settings);
        Versioning unused = Versioning.of(settings);
    }

    /** A bucket that has just been made: it has no settings, and its objects start under EC. */
    public static BucketInfo created(String name, String owner, long nowMillis) {
        return created(name, owner, nowMillis, Map.of());
    }

    /**
     * A bucket that has just been made with settings; its objects start under EC.
     *
     * @throws IllegalArgumentException as {@link #configured}
     */
    public static BucketInfo created(String name, String owner, long nowMillis, Map<String, String> settings) {
        BucketSchemes.requireReadable(settings);
        return new BucketInfo(name, owner, nowMillis, RedundancyPolicy.EC, settings);
    }

    /** Throws unless {@code owner} is a user's name, or "". */
    public static void requireOwner(String owner) {
        Require.that(
                owner.matches("[A-Za-z0-9._@+-]{0,128}"),
                "owner of a bucket",
                owner,
                "at most 128 letters, digits and . _ @ + -");
    }

    /** Throws if these cannot be settings, or a change of some, because a text is none or all are too large. */
    public static void requireTexts(Map<String, @Nullable String> settings) {
        BucketSettings.require(settings);
    }

    /**
     * This bucket with changed settings.
     *
     * @param changes null removes the key
     * @throws IllegalArgumentException in one line if the result would be too large, its {@link Versioning} or its
     *     {@link Slices} may not change so, or its {@link BucketSchemes} are none
     */
    public BucketInfo configured(Map<String, @Nullable String> changes) {
        Map<String, String> all = BucketSettings.changed(settings, changes);
        Versioning.requireChange(settings, all);
        Require.that(
                Objects.equals(all.get(Slices.SETTING), settings.get(Slices.SETTING)),
                "setting " + Slices.SETTING,
                all.get(Slices.SETTING),
                "no change: a bucket is made with slices, or without");
        BucketSchemes.requireReadable(all);
        return new BucketInfo(name, owner, createdMillis, policy, all);
    }

    /** Whether its objects are in {@link Slices}. */
    public boolean isSliced() {
        return settings.containsKey(Slices.SETTING);
    }

    public Versioning versioning() {
        return Versioning.of(settings);
    }

    /** Of its own; where it has none the cluster's count. */
    public BucketSchemes schemes() {
        return BucketSchemes.of(settings);
    }

    public BucketInfo withPolicy(RedundancyPolicy newPolicy) {
        return new BucketInfo(name, owner, createdMillis, newPolicy, settings);
    }
}
