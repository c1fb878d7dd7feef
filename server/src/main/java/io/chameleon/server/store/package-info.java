/**
 * Where a byte meets flash: fragments stored as pages of one flash device.
 *
 * <p>In: fragments to put, read, list and delete. Out: their bytes, or a {@link io.chameleon.core.error.ChameleonError}
 * that says what the caller can do.
 *
 * <p>Start at {@link io.chameleon.server.store.FragmentStore}, then {@link io.chameleon.server.store.PageOwner}, the 40
 * bytes beside each page from which {@link io.chameleon.server.store.Mount} rebuilds everything after a crash. There is
 * no second log: the pages are the truth. docs/reference/fragment-format.md describes the format in prose.
 *
 * <p>Invariant: a put is acknowledged only after a device sync that began once its last page was written. A fragment
 * never changes.
 */
@NullMarked
package io.chameleon.server.store;

import org.jspecify.annotations.NullMarked;
