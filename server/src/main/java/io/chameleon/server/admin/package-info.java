/**
 * The operator's HTTP page of a process: its health and its metrics.
 *
 * <p>In: a metrics registry, the state of the process, a few JSON views. Out: {@code /metrics}, {@code /health/...} and
 * the views. Every role of the system serves this same page.
 *
 * <p>Start at {@link io.chameleon.server.admin.AdminHttp}.
 *
 * <p>Invariant: nothing here changes the process.
 */
@NullMarked
package io.chameleon.server.admin;

import org.jspecify.annotations.NullMarked;
