package io.chameleon.s3.body;

import org.jspecify.annotations.Nullable;

/**
 * What a whole and sound body was.
 *
 * @param length in bytes, without framing
 * @param md5 32 hex digits: the ETag; null if it was not asked for
 * @param checksum the announced one, or the one to compute without announcement; null if neither
 */
public record DecodedBody(
        long length, @Nullable String md5, @Nullable Checksum checksum) {}
