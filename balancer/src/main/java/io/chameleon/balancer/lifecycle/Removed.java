package io.chameleon.balancer.lifecycle;

import java.util.Locale;

/** What rules take away. {@link #label} names it in the metrics. */
public enum Removed {
    /** Current objects. In a bucket that keeps versions they stay as such, under a delete marker. */
    OBJECT,
    /** Versions that are not current, and delete markers among them. */
    VERSION,
    /** Delete markers that nothing was left under. */
    MARKER,
    /** Uploads that were not completed. */
    UPLOAD;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
