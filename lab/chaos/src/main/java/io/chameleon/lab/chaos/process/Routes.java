package io.chameleon.lab.chaos.process;

import io.chameleon.transport.rpc.Endpoint;

/** How the processes of a cluster reach each other: directly, or through something that can fail. */
@FunctionalInterface
public interface Routes {
    /** Every process connects directly to the others' addresses. */
    Routes DIRECT = (from, to, target) -> target;

    /**
     * The address at which {@code from} is told to find {@code to}, with the port of {@code target}.
     *
     * @param from the connecting process; one name may represent many, as {@code clients} does
     * @param to the member at {@code target}
     * @param target where it listens
     */
    Endpoint route(String from, String to, Endpoint target);
}
