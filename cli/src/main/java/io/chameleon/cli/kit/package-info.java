/**
 * What all commands share: the connection to a cluster, options, exit codes, and one-line error messages.
 *
 * <p>In: arguments and the environment. Out: a {@link io.chameleon.cli.kit.ClusterConnection}, or a
 * {@link io.chameleon.cli.kit.CommandFailure} that says what to do.
 *
 * <p>Start at {@link io.chameleon.cli.kit.ClusterOptions}.
 *
 * <p>Invariant: a user's mistake prints one line, never a stack trace, unless {@code --debug} asks for it. This package
 * knows no command.
 */
@NullMarked
package io.chameleon.cli.kit;

import org.jspecify.annotations.NullMarked;
