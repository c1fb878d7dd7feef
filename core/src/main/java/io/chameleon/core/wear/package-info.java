/**
 * What writes cost in erases.
 *
 * <p>In: page writes and utilisations. Out: expected block erases.
 *
 * <p>Start at {@link WearModel} (Chameleon Eq. 2; EDM Eq. 1-4), then {@link WearReport}, what a server tells of its device.
 */
@NullMarked
package io.chameleon.core.wear;

import org.jspecify.annotations.NullMarked;
