/**
 * What the command line says: tables for people, JSON for scripts, progress for terminals.
 *
 * <p>Start at {@link io.chameleon.cli.output.Output}.
 *
 * <p>Invariant: with {@code --output json} nothing but JSON goes to stdout; progress goes to stderr, and only to a
 * terminal.
 */
@NullMarked
package io.chameleon.cli.output;

import org.jspecify.annotations.NullMarked;
