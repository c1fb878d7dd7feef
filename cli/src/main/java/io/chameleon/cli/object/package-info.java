/**
 * Commands for users of objects: {@code put}, {@code get}, {@code ls}, {@code stat}, {@code cp}, {@code rm},
 * {@code state} and {@code bucket}, one class each.
 *
 * <p>In: {@code BUCKET/KEY} and streams of bytes. Out: an answer on stdout and an exit code
 * ({@link io.chameleon.cli.kit.ExitCode}).
 *
 * <p>Start at {@link io.chameleon.cli.object.PutCommand}.
 *
 * <p>Invariant: a file appears whole or not at all.
 */
@NullMarked
package io.chameleon.cli.object;

import org.jspecify.annotations.NullMarked;
