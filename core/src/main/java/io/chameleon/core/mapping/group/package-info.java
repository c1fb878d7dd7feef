/**
 * Groups of objects that move together: all of one hash range that are in one place and wait for nothing.
 *
 * <p>In: each change of a row. Out: how much is written to each group, and where the next writes of its objects go.
 *
 * <p>Start at {@link io.chameleon.core.mapping.group.Group}, then {@link io.chameleon.core.mapping.group.GroupHeat} and
 * {@link io.chameleon.core.mapping.group.Redirects}.
 *
 * <p>Invariant: a redirect changes no row. A row changes at its next commit, which is used where the redirect says or
 * anywhere else.
 */
@NullMarked
package io.chameleon.core.mapping.group;

import org.jspecify.annotations.NullMarked;
