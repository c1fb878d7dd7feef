package io.chameleon.policy.rival;

/** The erases of each device (EDM Eq. 4), depending on how much it has of what is shifted. */
@FunctionalInterface
interface Erases {
    double of(int device, double amount);
}
