/**
 * Fuzzers of all code that reads untrusted bytes: frames, control headers, flash images, traces, configuration.
 *
 * <p>Each is a class {@code …Fuzz} in the package of its target. {@link io.chameleon.lab.fuzz.FuzzTest} runs them;
 * README.md says how to run them longer.
 */
@NullMarked
package io.chameleon.lab.fuzz;

import org.jspecify.annotations.NullMarked;
