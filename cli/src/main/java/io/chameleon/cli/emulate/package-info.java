/**
 * {@code chameleon emulate}: replays workloads over a virtual cluster under several wear policies and compares them.
 *
 * <p>In: options. Out: a table, JSON, a directory with charts. The cluster itself is {@link io.chameleon.emulator}; this room says what
 * to run, runs it on all processors, keeps what has been run, and shows it.
 *
 * <p>Start at {@link io.chameleon.cli.emulate.EmulateCommand}, then {@link io.chameleon.cli.emulate.Run} and
 * {@link io.chameleon.cli.emulate.Sweep}.
 *
 * <p>Invariant: a {@link io.chameleon.cli.emulate.Run} determines its result; a kept result is used again only for the same run by the same code.
 */
@NullMarked
package io.chameleon.cli.emulate;

import org.jspecify.annotations.NullMarked;
