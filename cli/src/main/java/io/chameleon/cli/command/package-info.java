/**
 * The commands of {@code chameleon}, one class each.
 *
 * <p>In: arguments, the environment, stdin. Out: an answer on stdout, one line on stderr if it failed, an exit code
 * ({@link io.chameleon.cli.command.ExitCode}).
 *
 * <p>Start at {@link io.chameleon.cli.command.Chameleon}, which knows them all; {@link io.chameleon.cli.command.ClusterOptions} finds
 * the cluster for those that need one.
 *
 * <p>Invariant: a user's mistake costs one line, never a stack trace, unless {@code --debug} asks for it.
 */
@NullMarked
package io.chameleon.cli.command;

import org.jspecify.annotations.NullMarked;
