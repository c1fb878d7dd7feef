/**
 * How stored bytes say which version of their format they are in. docs/reference/formats.md lists every format with its
 * versions.
 *
 * <p>In: the number that stored bytes carry. Out: the named version, or
 * {@link io.chameleon.core.format.UnreadFormatException}, which says whether the number is older or newer than what is
 * read. Start at {@link io.chameleon.core.format.FormatVersion}.
 *
 * <p>Invariant: a version that is not read is never taken for damage. Whoever meets one stops, and changes nothing.
 */
@NullMarked
package io.chameleon.core.format;

import org.jspecify.annotations.NullMarked;
