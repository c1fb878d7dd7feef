/**
 * The persistent cache tier: a DRAM cache and an emerging non-volatile memory (ENVM, such as Optane) in front of a
 * flash device, so that flash wears less and answers faster (Roy and Kant, "Enhancing Endurance of SSD Based
 * High-Performance Storage Systems Using Emerging NVM Technologies").
 *
 * <p>In: page reads, writes and trims, each with its time. Out: which medium serves them, and the moves between the
 * media that they cause. {@link io.chameleon.simssd.envm.CacheTier} decides and moves nothing itself. The same class
 * decides for the simulation in {@code simulation}, in which a move costs time, and for
 * {@link io.chameleon.simssd.envm.EnvmDevice}, in which it moves bytes.
 *
 * <p>Start at {@link io.chameleon.simssd.envm.EnvmPolicy}, then {@link io.chameleon.simssd.envm.CacheTier}, then
 * {@link io.chameleon.simssd.envm.EnvmDevice} and {@link io.chameleon.simssd.envm.EnvmCells} (what survives a crash,
 * and how). Where the paper is silent, "ENVM reading n" says how we read it (docs/reference/readings.md).
 *
 * <p>Invariant: a write acknowledged by a sync is in the ENVM or on flash, durably; an ENVM cell releases its page only
 * once a replacement is durable.
 */
@NullMarked
package io.chameleon.simssd.envm;

import org.jspecify.annotations.NullMarked;
