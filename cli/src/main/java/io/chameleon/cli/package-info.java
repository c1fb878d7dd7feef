/**
 * The {@code chameleon} command: main class and wiring.
 *
 * <p>In: arguments. Out: a running role, or an answer and an exit code.
 *
 * <p>Start at {@link io.chameleon.cli.Main}, then {@link io.chameleon.cli.command.Chameleon}.
 *
 * <p>Invariant: every other room is put together here and nowhere else.
 */
@NullMarked
package io.chameleon.cli;

import org.jspecify.annotations.NullMarked;
