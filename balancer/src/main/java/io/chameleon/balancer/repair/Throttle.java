package io.chameleon.balancer.repair;

/** Holds repair back, so that clients hardly notice it. */
@FunctionalInterface
public interface Throttle {
    /** As fast as it goes. */
    Throttle NONE = bytes -> {};

    /**
     * Returns once {@code bytes} more may be written.
     *
     * @throws io.chameleon.core.error.ChameleonError CANCELLED if the thread is interrupted
     */
    void take(long bytes);

    /** So many servers share the work from now on: what is allowed is so much for each of them. */
    default void share(int servers) {}
}
