package io.chameleon.lab.bench;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a Java process on this machine, by JMX, how much heap it has allocated. */
final class HeapWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HeapWatch.class);

    private final JMXConnector connector;
    private final ObjectName threads;

    private HeapWatch(JMXConnector connector, ObjectName threads) {
        this.connector = connector;
        this.threads = threads;
    }

    /** Empty if it is not a Java process, or another user's. */
    @SuppressWarnings("BanJNDI") // The address is that of a process of this user on this machine, not a user's input.
    static Optional<HeapWatch> attach(long pid) {
        if (!isJava(pid)) {
            return Optional.empty();
        }
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                JMXServiceURL address = new JMXServiceURL(machine.startLocalManagementAgent());
                return Optional.of(new HeapWatch(
                        JMXConnectorFactory.connect(address), new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME)));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | IOException | JMException e) {
            LOG.debug("process {} does not tell what it allocates: {}", pid, e.getMessage());
            return Optional.empty();
        }
    }

    /** Attaching sends SIGQUIT, which would end a PostgreSQL. */
    private static boolean isJava(long pid) {
        return VirtualMachine.list().stream().anyMatch(machine -> machine.id().equals(Long.toString(pid)));
    }

    long allocatedBytes() {
        try {
            return (Long) connector.getMBeanServerConnection().getAttribute(threads, "TotalThreadAllocatedBytes");
        } catch (IOException | JMException e) {
            LOG.debug("a process no longer tells what it allocates: {}", e.getMessage());
            return 0;
        }
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            LOG.debug("closing a JMX connection: {}", e.getMessage());
        }
    }
}
