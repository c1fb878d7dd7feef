package io.chameleon.lab.emulator.whatif;

import io.chameleon.core.ServerId;

/**
 * A device, and how long it lasts at some rate.
 *
 * @param used share of its rated erases that is used up now
 * @param ratedErases of a block
 * @param erasesPerEpoch of each block on average, in an epoch of the cluster
 */
record DeviceLife(ServerId server, double used, long ratedErases, double erasesPerEpoch) {
    /** Epochs until the rated erases are used up; 0 if they are, infinite if nothing is written. */
    double epochsLeft() {
        double left = Math.max(0, 1 - used) * ratedErases;
        return left == 0 ? 0 : left / erasesPerEpoch;
    }
}
