package io.chameleon.simssd;

/**
 * What a device carries over a restart besides its pages.
 *
 * @param sequence programs so far; every page with at most this sequence number was durable when the counters were noted
 * @param victims blocks collected
 * @param victimLivePages live pages in all of them
 */
record DeviceCounters(
        long sequence, long hostPageWrites, long gcCopies, long trims, long victims, long victimLivePages) {
    static final DeviceCounters NONE = new DeviceCounters(0, 0, 0, 0, 0, 0);

    DeviceCounters withSequence(long newest) {
        return new DeviceCounters(newest, hostPageWrites, gcCopies, trims, victims, victimLivePages);
    }
}
