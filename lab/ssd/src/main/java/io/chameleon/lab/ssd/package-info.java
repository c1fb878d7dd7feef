/**
 * {@code chameleon simssd}: the simulated SSD as a tool of its own, compared with theory and with the paper's figures.
 *
 * <p>In: options. Out: tables, JSON, figures. The experiments themselves are in {@link io.chameleon.lab.ssd.workload}
 * and {@link io.chameleon.lab.ssd.theory}; this package names their settings and formats their results.
 *
 * <p>Start at {@link io.chameleon.lab.ssd.SimssdCommand}, then {@link io.chameleon.lab.ssd.RunCommand}.
 *
 * <p>Invariant: with {@code --output json} the last line of stdout is one JSON object that holds the settings beside
 * the results.
 */
@NullMarked
package io.chameleon.lab.ssd;

import org.jspecify.annotations.NullMarked;
