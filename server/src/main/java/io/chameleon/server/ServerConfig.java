package io.chameleon.server;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.envm.EnvmConfig;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a process of flash servers, one for each device. There is no switch for syncs: acknowledged means
 * durable.
 *
 * @param devices at least one, of distinct servers and images; all else is the same for all of them
 * @param bindHost address to listen on, for requests and for the admin page
 * @param advertisedHost address under which clients reach the servers
 * @param port for requests; 0 takes any free one
 * @param adminPort for the admin page; 0 takes any free one
 * @param zone failure domain; "" if there are none
 * @param node the machine it runs on, a failure domain within the zone; "" if unknown. Several devices of a process
 *     are a domain in any case
 * @param capacityBytes logical capacity of each new device; an image keeps that of its creation, whatever is set
 * @param latency whether simulated device time passes
 * @param writeMode how the device spreads writes over blocks; write hints count in HOT_COLD_AND_COPIES
 * @param headroom share of the capacity kept free, 0 to 0.5
 * @param enduranceErases erases that each block is rated for
 * @param maxErases erases after which a block is retired, and with the last spare block the server takes no more
 *     writes; 0: never
 * @param maxQueuedRequests requests waiting for the device, beyond which the server answers OVERLOADED
 * @param envm the persistent cache in front of the device; that of an {@link Medium#IMAGE} is a file beside it, with
 *     the suffix .envm
 * @param gracePeriod that of the metadata service: a user adds no fragments to a write that is older
 * @param maxUncommittedShare of the device that one user may put within the grace period once space is short; 0: no
 *     limit
 * @param scrubBytesPerSecond at which all fragments are read and checked, over and over again; 0: never
 */
@RecordBuilder
public record ServerConfig(
        List<Device> devices,
        String bindHost,
        String advertisedHost,
        int port,
        int adminPort,
        String zone,
        String node,
        Medium medium,
        long capacityBytes,
        Latency latency,
        WriteMode writeMode,
        double headroom,
        long enduranceErases,
        long maxErases,
        int maxQueuedRequests,
        EnvmConfig envm,
        Duration gracePeriod,
        double maxUncommittedShare,
        long scrubBytesPerSecond)
        implements ServerConfigBuilder.With {
    /** 8 MiB a second: a TiB in a day and a half. */
    public static final long DEFAULT_SCRUB_BYTES_PER_SECOND = 8L << 20;

    /** That of the metadata service. */
    public static final Duration DEFAULT_GRACE_PERIOD = Duration.ofHours(1);

    private static final double DEFAULT_MAX_UNCOMMITTED_SHARE = 0.125;

    /** MLC flash of the papers' time is rated for some thousand erases a block. */
    public static final long DEFAULT_ENDURANCE_ERASES = 3_000;

    private static final int DEFAULT_MAX_QUEUED_REQUESTS = 512;

    /** A device has fewer than 2^31 pages of 4 KiB, of which 15 % are spare. */
    private static final long MOST_BYTES = 6963L << 30;

    /**
     * A device, and the flash server that it belongs to.
     *
     * @param server its id, which stays with the device
     * @param image the file of an {@link Medium#IMAGE}; null for the others
     */
    public record Device(ServerId server, @Nullable Path image) {}

    /** Where the bytes are kept. */
    public enum Medium {
        /** A file that survives the process. */
        IMAGE,
        /** Memory: everything is gone with the process. */
        MEMORY,
        /** Nothing: wear is counted, reads fail with CORRUPT_FRAGMENT. For experiments that only write. */
        TIMING_ONLY
    }

    /** How simulated device time is treated. */
    public enum Latency {
        /** It is counted. */
        ACCOUNTED,
        /** It passes. */
        PACED
    }

    public ServerConfig {
        devices = List.copyOf(devices);
        Require.that(!devices.isEmpty(), "server.devices", devices.size(), "at least one");
        requireDistinct("server.devices", devices.stream().map(Device::server).toList());
        Require.that(!bindHost.isBlank(), "server.bind-host", bindHost, "a host name or address");
        Require.that(!advertisedHost.isBlank(), "server.advertised-host", advertisedHost, "a host name or address");
        Require.that(port >= 0 && port <= 65_535, "server.port", port, "0 to 65535");
        Require.that(adminPort >= 0 && adminPort <= 65_535, "server.admin-port", adminPort, "0 to 65535");
        for (Device device : devices) {
            Require.that(
                    (medium == Medium.IMAGE) == (device.image() != null),
                    "server.image",
                    device.image(),
                    medium == Medium.IMAGE ? "a file for medium IMAGE" : "none for medium " + medium);
        }
        if (medium == Medium.IMAGE) {
            requireDistinct("server.image", devices.stream().map(Device::image).toList());
        }
        Require.that(
                capacityBytes > 0 && capacityBytes <= MOST_BYTES,
                "server.capacity-bytes",
                capacityBytes,
                "1 byte to 6963GiB");
        Require.that(
                headroom >= 0 && headroom <= 0.5, "server.headroom", headroom, "a share of the capacity, 0 to 0.5");
        Require.that(enduranceErases > 0, "server.endurance-erases", enduranceErases, "at least 1");
        Require.that(
                maxErases >= 0 && maxErases <= Integer.MAX_VALUE,
                "server.max-erases",
                maxErases,
                "erases of a block, 0 for no limit");
        Require.that(maxQueuedRequests > 0, "server.max-queued-requests", maxQueuedRequests, "at least 1");
        Require.that(gracePeriod.isPositive(), "server.grace-period", gracePeriod, "longer than 0");
        Require.that(
                maxUncommittedShare >= 0 && maxUncommittedShare <= 1,
                "server.max-uncommitted-share",
                maxUncommittedShare,
                "a share of the device, 0 to 1");
        Require.that(
                scrubBytesPerSecond >= 0, "server.scrub-rate", scrubBytesPerSecond, "bytes per second, 0 for never");
        Require.that(
                !envm.isOn() || medium != Medium.TIMING_ONLY,
                "server.envm.bytes",
                envm.envmBytes(),
                "0 for medium TIMING_ONLY, which keeps no data to cache");
    }

    private static void requireDistinct(String what, List<?> values) {
        Require.that(Set.copyOf(values).size() == values.size(), what, values, "a different one for each device");
    }

    /**
     * A server on any free ports of this host, without a zone, a node or a cache, in the papers' write mode, scrubbed
     * if the medium keeps anything to read.
     */
    public static ServerConfig local(ServerId id, Medium medium, @Nullable Path image, long capacityBytes) {
        return new ServerConfig(
                List.of(new Device(id, image)),
                "127.0.0.1",
                "127.0.0.1",
                0,
                0,
                "",
                "",
                medium,
                capacityBytes,
                Latency.ACCOUNTED,
                WriteMode.SINGLE,
                FragmentStore.DEFAULT_HEADROOM,
                DEFAULT_ENDURANCE_ERASES,
                0,
                DEFAULT_MAX_QUEUED_REQUESTS,
                EnvmConfig.NONE,
                DEFAULT_GRACE_PERIOD,
                DEFAULT_MAX_UNCOMMITTED_SHARE,
                medium == Medium.TIMING_ONLY ? 0 : DEFAULT_SCRUB_BYTES_PER_SECOND);
    }
}
