/**
 * The {@code chameleon} command: the main class, and the registry of all commands by name.
 *
 * <p>In: arguments. Out: a running role, or an answer and an exit code.
 *
 * <p>Start at {@link io.chameleon.cli.Main}, then {@link io.chameleon.cli.Chameleon}.
 *
 * <p>Invariant: a command is built only if it is asked for. Other modules add commands through
 * {@link io.chameleon.cli.kit.CommandProvider}.
 */
@NullMarked
package io.chameleon.cli;

import org.jspecify.annotations.NullMarked;
