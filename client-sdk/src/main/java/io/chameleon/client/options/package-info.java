/**
 * What a caller may choose: how to write, how to read, how to list, how long to wait. Part of the API.
 *
 * <p>Start at {@link io.chameleon.client.options.PutOptions}.
 *
 * <p>Invariant: all of them are immutable, and a bad value is an {@link IllegalArgumentException} at once.
 */
@NullMarked
package io.chameleon.client.options;

import org.jspecify.annotations.NullMarked;
