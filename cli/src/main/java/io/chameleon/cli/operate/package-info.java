/**
 * Commands for operators: wear, balancing, drains, repair, scrubbing, verification, the rebuild of a lost mapping,
 * soak.
 *
 * <p>In: the names of servers and buckets. Out: tables, or JSON for scripts, and an exit code.
 *
 * <p>Start at {@link io.chameleon.cli.operate.WearCommand}.
 *
 * <p>Invariant: a command that changes something says what, and one with {@code --dry-run} changes nothing.
 */
@NullMarked
package io.chameleon.cli.operate;

import org.jspecify.annotations.NullMarked;
