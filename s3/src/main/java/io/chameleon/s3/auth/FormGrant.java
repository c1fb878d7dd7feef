package io.chameleon.s3.auth;

import org.jspecify.annotations.Nullable;

/**
 * What a form may store.
 *
 * @param user who signed its policy; null: nobody, so the bucket must be open to all
 * @param minBytes fewer are EntityTooSmall
 * @param maxBytes more are EntityTooLarge
 */
public record FormGrant(@Nullable String user, long minBytes, long maxBytes) {}
