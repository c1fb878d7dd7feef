/**
 * {@code chameleon emulate --from-cluster}: how long the devices of a live cluster will last, without balancing and
 * under each policy.
 *
 * <p>In: wear reports, object rows and their heat, read through the SDK. Out: a table or JSON.
 * {@link io.chameleon.lab.emulator.whatif.ClusterReader} reads; {@link io.chameleon.lab.emulator.whatif.ClusterModel}
 * turns the cluster into a small virtual one and a workload; {@link io.chameleon.lab.emulator.Emulator} runs it under
 * each policy; {@link io.chameleon.lab.emulator.whatif.Outlook} extrapolates to the end of each device's life.
 *
 * <p>Start at {@link io.chameleon.lab.emulator.whatif.FromCluster}, then
 * {@link io.chameleon.lab.emulator.whatif.WhatIf}.
 *
 * <p>Invariant: nothing in the cluster is changed. Whatever its size, the model keeps the ratios that wear depends on:
 * writes to capacity, fill, erases used to erases rated.
 */
@NullMarked
package io.chameleon.lab.emulator.whatif;

import org.jspecify.annotations.NullMarked;
