/**
 * A device's reports: wear, health, latency, and what opening it found.
 *
 * <p>In: events as they happen (a read took so long, an erase failed) and the counts of the other packages. Out: the
 * reports, which are values.
 *
 * <p>Start at {@link io.chameleon.simssd.report.WearStatistics} and {@link io.chameleon.simssd.report.SmartReport};
 * {@link io.chameleon.simssd.report.DeviceHealth} and {@link io.chameleon.simssd.report.DeviceTimes} count for them.
 *
 * <p>Invariant: nothing here depends on a device, so every part of a device may report.
 */
@NullMarked
package io.chameleon.simssd.report;

import org.jspecify.annotations.NullMarked;
