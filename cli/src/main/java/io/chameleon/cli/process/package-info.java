/**
 * Commands that run until they are stopped: one for each role of a cluster, {@code dev} for a whole cluster in one
 * process, and what a pod runs before its role starts.
 *
 * <p>In: flags, the environment and a file, read by {@code io.chameleon.node.config}. Out: a role of
 * {@code io.chameleon.node.role}.
 *
 * <p>Start at {@link io.chameleon.cli.process.ServerCommand}.
 *
 * <p>Invariant: SIGTERM stops a role in order, and the exit code says whether it did.
 */
@NullMarked
package io.chameleon.cli.process;

import org.jspecify.annotations.NullMarked;
