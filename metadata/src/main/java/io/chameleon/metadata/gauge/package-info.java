/**
 * What the tables hold, counted in the background for metrics.
 *
 * <p>Start at {@link io.chameleon.metadata.gauge.TableGauges}.
 *
 * <p>Invariant: a scrape never waits for a database.
 */
@NullMarked
package io.chameleon.metadata.gauge;

import org.jspecify.annotations.NullMarked;
