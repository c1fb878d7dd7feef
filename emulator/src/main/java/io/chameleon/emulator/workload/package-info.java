/**
 * What is replayed: objects and requests, from recordings and from models.
 *
 * <p>In: traces, model parameters, a seed. Out: {@link Workload}s.
 *
 * <p>Start at {@link Workload}. A workload made by a model says so, wherever it is shown.
 */
@NullMarked
package io.chameleon.emulator.workload;

import org.jspecify.annotations.NullMarked;
