/**
 * Fuzzers of everything that reads bytes of strangers: frames, control headers, flash images, traces, configuration.
 *
 * <p>Each is a class {@code …Fuzz} in the package of what it attacks; {@link io.chameleon.lab.fuzz.FuzzTest} runs them, README.md says how to do
 * so for longer.
 */
@NullMarked
package io.chameleon.lab.fuzz;

import org.jspecify.annotations.NullMarked;
