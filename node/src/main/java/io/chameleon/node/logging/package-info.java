/**
 * Where log lines go.
 *
 * <p>In: the mode of the process, {@code CHAMELEON_LOG_LEVEL}, {@code CHAMELEON_LOG_FORMAT}. Out: a configured Logback,
 * on stderr.
 *
 * <p>Start at {@link io.chameleon.node.logging.Logging}.
 *
 * <p>Invariant: nothing is logged to stdout, which belongs to answers.
 */
@NullMarked
package io.chameleon.node.logging;

import org.jspecify.annotations.NullMarked;
