package io.chameleon.server.store;

import io.chameleon.core.format.FormatVersion;

/** Versions of a {@link CatalogState}. One that is not known is not read: the mount scans the pages instead. */
enum CatalogFormat implements FormatVersion {
    /** The first. */
    INITIAL(1);

    /** The version that is written, and the only one that is read. */
    static final CatalogFormat CURRENT = INITIAL;

    private final int number;

    CatalogFormat(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }
}
