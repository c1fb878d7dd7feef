package io.chameleon.simssd.nand;

import io.chameleon.simssd.report.HealthCounters;

/**
 * What a device keeps across a restart besides its pages. Written when a sync begins, and made durable by it.
 *
 * @param durableSequence every program up to here was durable when this was written
 * @param sequence programs so far, durable once the sync has ended; a mount sees from the pages whether it did
 * @param victims blocks collected
 * @param victimLivePages live pages in all of them
 */
public record DeviceCounters(
        long durableSequence,
        long sequence,
        long hostPageWrites,
        long gcCopies,
        long trims,
        long victims,
        long victimLivePages,
        HealthCounters health) {
    public static final DeviceCounters NONE = new DeviceCounters(0, 0, 0, 0, 0, 0, 0, HealthCounters.NONE);

    public DeviceCounters allDurableUpTo(long newest) {
        return new DeviceCounters(newest, newest, hostPageWrites, gcCopies, trims, victims, victimLivePages, health);
    }
}
