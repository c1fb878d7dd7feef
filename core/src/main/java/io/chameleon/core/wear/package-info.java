/**
 * The cost of writes in erases.
 *
 * <p>In: page writes and utilisations. Out: expected block erases.
 *
 * <p>Start at {@link WearModel} (Chameleon Eq. 2; EDM Eq. 1-4), then {@link WearReport}, a server's report on its
 * device.
 */
@NullMarked
package io.chameleon.core.wear;

import org.jspecify.annotations.NullMarked;
