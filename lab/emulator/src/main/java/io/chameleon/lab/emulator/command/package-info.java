/**
 * {@code chameleon emulate}: replays workloads over a virtual cluster under several wear policies and compares them.
 *
 * <p>In: options. Out: a table, JSON, a directory with charts. The cluster itself is {@link io.chameleon.lab.emulator};
 * this package says what to run, runs it on all processors, caches results, and shows them.
 *
 * <p>Start at {@link io.chameleon.lab.emulator.command.EmulateCommand}, then
 * {@link io.chameleon.lab.emulator.command.Run} and {@link io.chameleon.lab.emulator.command.Sweep}.
 *
 * <p>Invariant: a {@link io.chameleon.lab.emulator.command.Run} determines its result; a cached result is reused only
 * for the same run by the same code.
 */
@NullMarked
package io.chameleon.lab.emulator.command;

import org.jspecify.annotations.NullMarked;
