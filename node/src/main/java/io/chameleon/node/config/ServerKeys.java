package io.chameleon.node.config;

import io.chameleon.core.ServerId;
import io.chameleon.server.ServerConfig;
import io.chameleon.server.ServerConfig.Device;
import io.chameleon.server.ServerConfig.Latency;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.simssd.WriteMode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The settings of a flash server. */
public final class ServerKeys {
    private static final ServerConfig STANDARD = ServerConfig.local(new ServerId("any"), Medium.MEMORY, null, 1L << 30);

    static final Key<ServerId> ID = new Key<>(
            "server.id",
            "text",
            null,
            "the server's name, which stays with its device: on Kubernetes that of its pod",
            ServerId::new);
    static final Key<String> DEVICES = Key.text(
            "server.devices",
            "",
            "names of the devices of the process, separated by commas; each is a server <server.id>-<name>. Empty for one");
    static final Key<String> BIND_HOST = Key.text(
            "server.bind-host", STANDARD.bindHost(), "address to listen on, for requests and for the admin page");
    static final Key<String> ADVERTISED_HOST = Key.text(
            "server.advertised-host", "", "address under which clients reach the server; empty for server.bind-host");
    static final Key<Integer> PORT = Key.port("server.port", 7410, "port for requests; 0 for any");
    static final Key<Integer> ADMIN_PORT = Key.port("server.admin-port", 7411, "port of the admin page; 0 for any");
    static final Key<String> ZONE = Key.text("server.zone", STANDARD.zone(), "failure domain; empty if there are none");
    static final Key<String> NODE = Key.text(
            "server.node",
            STANDARD.node(),
            "the machine it runs on, a failure domain within the zone: on Kubernetes the pod's node; empty if unknown");
    static final Key<Medium> MEDIUM = Key.choice(
            "server.medium",
            Medium.class,
            Medium.IMAGE,
            "what keeps the bytes: a file, memory, or nothing (only wear is counted)");
    static final Key<String> IMAGE = Key.path(
            "server.image",
            "",
            "the file of medium image, with {device} in the place of a device's name; empty for <server.id>.img in the working directory");
    static final Key<Long> CAPACITY_BYTES = Key.bytes(
            "server.capacity-bytes",
            STANDARD.capacityBytes(),
            "logical capacity of a new device; an image keeps that of its creation, whatever is set");
    static final Key<Latency> LATENCY = Key.choice(
            "server.latency", Latency.class, STANDARD.latency(), "whether simulated device time is counted or passes");
    static final Key<WriteMode> WRITE_MODE = Key.choice(
            "server.write-mode",
            WriteMode.class,
            STANDARD.writeMode(),
            "whether garbage collection copies, and hot and cold writes, get blocks of their own");
    static final Key<Double> HEADROOM =
            Key.decimal("server.headroom", STANDARD.headroom(), "share of the capacity kept free, 0 to 0.5");
    static final Key<Long> ENDURANCE_ERASES =
            Key.count("server.endurance-erases", STANDARD.enduranceErases(), "erases that each block is rated for");
    static final Key<Long> MAX_ERASES = Key.count(
            "server.max-erases",
            STANDARD.maxErases(),
            "erases after which a block goes out of use, and in the end the server takes no more writes; 0 for never");
    static final Key<Integer> MAX_QUEUED_REQUESTS = Key.integer(
            "server.max-queued-requests",
            STANDARD.maxQueuedRequests(),
            "requests waiting for the device, beyond which the server answers OVERLOADED");
    static final Key<Duration> DRAIN_ON_STOP = Key.time(
            "server.drain-on-stop",
            Duration.ZERO,
            "how long a server that is told to stop takes no new fragments, and serves reads, before it leaves");

    static final Key<Duration> GRACE_PERIOD = Key.time(
            "server.grace-period",
            STANDARD.gracePeriod(),
            "age from which on users add no fragments to a write; the same as metadata.grace-period");

    static final Key<Double> MAX_UNCOMMITTED_SHARE = Key.decimal(
            "server.max-uncommitted-share",
            STANDARD.maxUncommittedShare(),
            "share of the device that one user may put within the grace period once less than a quarter is free; 0 for no limit");

    static final Key<Long> SCRUB_RATE = Key.bytes(
            "server.scrub-rate",
            ServerConfig.DEFAULT_SCRUB_BYTES_PER_SECOND,
            "bytes a second at which all fragments are read and checked, over and over again; 0 for never");

    static final List<Key<?>> LIST = Stream.<Key<?>>concat(
                    Stream.of(
                            ID,
                            DEVICES,
                            BIND_HOST,
                            ADVERTISED_HOST,
                            PORT,
                            ADMIN_PORT,
                            ZONE,
                            NODE,
                            MEDIUM,
                            IMAGE,
                            CAPACITY_BYTES,
                            LATENCY,
                            WRITE_MODE,
                            HEADROOM,
                            ENDURANCE_ERASES,
                            MAX_ERASES,
                            MAX_QUEUED_REQUESTS,
                            DRAIN_ON_STOP,
                            GRACE_PERIOD,
                            MAX_UNCOMMITTED_SHARE,
                            SCRUB_RATE),
                    EnvmKeys.LIST.stream())
            .toList();
    /** All that a flash server reads. */
    public static final List<Key<?>> OF_ROLE =
            Stream.of(LIST, CommonKeys.LIST).flatMap(List::stream).toList();

    private ServerKeys() {}

    public static ServerConfig server(Settings settings) {
        return settings.checked(() -> {
            List<Device> devices = DeviceNames.devices(
                    settings.get(ID), settings.get(DEVICES), settings.get(MEDIUM), settings.get(IMAGE));
            String bindHost = settings.get(BIND_HOST);
            String advertised = settings.get(ADVERTISED_HOST);
            Device first = devices.get(0);
            return ServerConfig.local(first.server(), settings.get(MEDIUM), first.image(), settings.get(CAPACITY_BYTES))
                    .with()
                    .devices(devices)
                    .bindHost(bindHost)
                    .advertisedHost(advertised.isEmpty() ? bindHost : advertised)
                    .port(settings.get(PORT))
                    .adminPort(settings.get(ADMIN_PORT))
                    .zone(settings.get(ZONE))
                    .node(settings.get(NODE))
                    .latency(settings.get(LATENCY))
                    .writeMode(settings.get(WRITE_MODE))
                    .headroom(settings.get(HEADROOM))
                    .enduranceErases(settings.get(ENDURANCE_ERASES))
                    .maxErases(settings.get(MAX_ERASES))
                    .maxQueuedRequests(settings.get(MAX_QUEUED_REQUESTS))
                    .envm(EnvmKeys.envm(settings))
                    .gracePeriod(settings.get(GRACE_PERIOD))
                    .maxUncommittedShare(settings.get(MAX_UNCOMMITTED_SHARE))
                    .scrubBytesPerSecond(settings.get(SCRUB_RATE))
                    .build();
        });
    }

    public static Duration drainOnStop(Settings settings) {
        return settings.get(DRAIN_ON_STOP);
    }
}
