package io.chameleon.core.bucket;

import io.chameleon.core.Require;
import java.util.Map;

/**
 * Whether a bucket keeps the versions that others replace. The mapping table obeys it in every commit and delete; the
 * bucket's setting {@link #SETTING} holds it.
 */
public enum Versioning {
    /** A write replaces the version before it. So is a bucket made; it never becomes so again. */
    OFF(""),
    /** A write leaves all earlier versions, and a delete adds a delete marker. */
    ENABLED("Enabled"),
    /** A write or a delete replaces the version called null, and leaves all others. */
    SUSPENDED("Suspended");

    /** The setting of a {@link BucketInfo} that is not opaque to the table. */
    public static final String SETTING = "versioning";

    private final String text;

    Versioning(String text) {
        this.text = text;
    }

    /** The value of the setting; "" if there is none. */
    public String text() {
        return text;
    }

    /**
     * Whether a version stays when a write or a delete takes its place.
     *
     * @param versioned whether it was written while the bucket kept versions
     */
    public boolean keeps(boolean versioned) {
        return this == ENABLED || this == SUSPENDED && versioned;
    }

    /** As a bucket's settings say. */
    public static Versioning of(Map<String, String> settings) {
        String text = settings.getOrDefault(SETTING, OFF.text);
        for (Versioning each : values()) {
            if (each.text.equals(text)) {
                return each;
            }
        }
        throw Require.violation("setting " + SETTING, text, ENABLED.text + " or " + SUSPENDED.text);
    }

    /** Throws if a bucket's settings may not change so: once it keeps versions, its versions need the setting. */
    static void requireChange(Map<String, String> before, Map<String, String> after) {
        Require.that(
                of(after) != OFF || of(before) == OFF,
                "setting " + SETTING,
                "none",
                ENABLED.text + " or " + SUSPENDED.text + ", since the bucket has it already");
    }
}
