package io.chameleon.server.manifest;

import io.chameleon.core.format.FormatVersion;

/** Versions of a file of a {@link ManifestLog}. */
enum ManifestFormat implements FormatVersion {
    /** The first: records of a write id, a principal and a {@code ManifestP}, each with a checksum. */
    INITIAL(1);

    /** The version that is written. */
    static final ManifestFormat CURRENT = INITIAL;

    private final int number;

    ManifestFormat(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }
}
