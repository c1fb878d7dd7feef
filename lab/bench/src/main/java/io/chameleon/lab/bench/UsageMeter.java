package io.chameleon.lab.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Measures what this process and some of the cluster's use between two points in time. */
final class UsageMeter implements AutoCloseable {
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final List<ServerProcess> servers = new ArrayList<>();
    private long cpuAtStart;
    private long allocatedAtStart;

    /**
     * @throws IllegalArgumentException naming a process that does not exist
     */
    UsageMeter(List<Long> serverPids) {
        serverPids.forEach(pid -> servers.add(ServerProcess.of(pid)));
    }

    void start() {
        servers.forEach(ServerProcess::start);
        allocatedAtStart = threads.getTotalThreadAllocatedBytes();
        cpuAtStart = system.getProcessCpuTime();
    }

    Usage sinceStart() {
        long cpu = system.getProcessCpuTime() - cpuAtStart;
        long allocated = threads.getTotalThreadAllocatedBytes() - allocatedAtStart;
        return new Usage(
                cpu, allocated, servers.stream().map(ServerProcess::sinceStart).toList());
    }

    @Override
    public void close() {
        servers.forEach(ServerProcess::close);
    }
}
