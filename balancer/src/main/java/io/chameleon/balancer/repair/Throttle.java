package io.chameleon.balancer.repair;

/** Limits the rate of repair, so that clients hardly notice it. */
@FunctionalInterface
public interface Throttle {
    /** Unlimited. */
    Throttle NONE = bytes -> {};

    /**
     * Returns once {@code bytes} more may be written.
     *
     * @throws io.chameleon.core.error.ChameleonError CANCELLED if the thread is interrupted
     */
    void take(long bytes);

    /** From now on this many servers share the work; the rate is for each of them. */
    default void share(int servers) {}
}
