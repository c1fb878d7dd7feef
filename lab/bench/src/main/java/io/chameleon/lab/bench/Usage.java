package io.chameleon.lab.bench;

import java.util.List;

/**
 * What a run cost.
 *
 * @param clientCpuNanos of this process
 * @param clientAllocatedBytes on its heap
 * @param servers those that were watched
 */
record Usage(long clientCpuNanos, long clientAllocatedBytes, List<Server> servers) {
    /**
     * A process of the cluster.
     *
     * @param cpuNanos with its descendants
     * @param allocatedBytes on its heap, -1 if unknown
     * @param residentBytes at the end, with its descendants, -1 if the system does not report it
     */
    record Server(long pid, String name, long cpuNanos, long allocatedBytes, long residentBytes) {}

    long serverCpuNanos() {
        return servers.stream().mapToLong(Server::cpuNanos).sum();
    }

    /** Of those that report it. */
    long serverAllocatedBytes() {
        return servers.stream()
                .mapToLong(server -> Math.max(0, server.allocatedBytes()))
                .sum();
    }

    long serverResidentBytes() {
        return servers.stream()
                .mapToLong(server -> Math.max(0, server.residentBytes()))
                .sum();
    }
}
