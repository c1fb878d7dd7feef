package io.chameleon.lab.chaos.process;

import io.chameleon.transport.Endpoint;

/** How the processes of a cluster reach each other: straight, or by way of something that can fail. */
@FunctionalInterface
public interface Routes {
    /** Everybody connects to where the others listen. */
    Routes DIRECT = (from, to, target) -> target;

    /**
     * The address at which {@code from} is told to find {@code to}, with the port of {@code target}.
     *
     * @param from who connects; one name may stand for many, as {@code clients} does
     * @param to the member at {@code target}
     * @param target where it listens
     */
    Endpoint route(String from, String to, Endpoint target);
}
