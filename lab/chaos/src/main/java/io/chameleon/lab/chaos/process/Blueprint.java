package io.chameleon.lab.chaos.process;

import io.chameleon.node.embedded.PostgresConfig;
import io.chameleon.node.embedded.UserPrograms;
import io.chameleon.transport.rpc.Endpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The members of a cluster, their addresses, and what each knows of the others. */
final class Blueprint {
    static final String CLIENTS = "clients";

    /** Of the one user of the gateways: nothing outside the run reaches them. */
    static final String S3_KEY = "chaos";

    static final String S3_SECRET = "chaos-secret-of-the-run";

    private static final String LOOPBACK = "127.0.0.1";
    /** Database, user and password: nothing outside the run reaches it. */
    private static final String DATABASE = "chameleon";

    private static final int DATABASE_CONNECTIONS = 100;
    private static final long DATABASE_BUFFERS_BYTES = 64L << 20;
    private static final String BALANCERS = "balancers";
    private static final String DATABASE_URL = "CHAMELEON_METADATA_DATABASE_URL";
    private static final String FURTHER_URLS = "CHAMELEON_METADATA_DATABASE_FURTHER_URLS";
    private static final String NODE = "node-";
    /** Added to the name of a PostgreSQL, the name of a second one beside it; either may be the primary. */
    private static final String STANDBY = "-b";

    private static final String MAIN = "io.chameleon.cli.Main";

    private final ClusterSpec spec;
    private final Routes routes;
    private final FreePorts ports = new FreePorts();
    private final Map<Member, Endpoint> listening = new LinkedHashMap<>();
    private final Map<Endpoint, Endpoint> flashForClients = new LinkedHashMap<>();
    private final SortedMap<String, List<String>> nodes = new TreeMap<>();
    private final List<OwnDatabase> databases;

    Blueprint(ClusterSpec spec, Routes routes) {
        this.spec = spec;
        this.routes = routes;
        this.databases = spec.database().isEmpty()
                ? IntStream.range(0, spec.databases()).mapToObj(this::database).toList()
                : List.of();
        Member zookeeper = zookeeper();
        for (int i = 0; i < spec.metadata(); i++) {
            metadata(Role.METADATA.member(i), zookeeper);
        }
        for (int i = 0; i < spec.servers(); i++) {
            flash(Role.FLASH.member(i), i, zookeeper);
        }
        for (int i = 0; i < spec.balancers(); i++) {
            balancer(Role.BALANCER.member(i), zookeeper);
        }
        for (int i = 0; i < spec.gateways(); i++) {
            gateway(Role.GATEWAY.member(i));
        }
    }

    private OwnDatabase database(int number) {
        String name = number == 0 ? Role.POSTGRES.label() : Role.POSTGRES.member(number);
        PostgresMember primary = postgres(name);
        Optional<PostgresMember> standby = spec.standby() ? Optional.of(postgres(name + STANDBY)) : Optional.empty();
        return new OwnDatabase(primary, standby, (from, to) -> route(from.name(), to));
    }

    private PostgresMember postgres(String name) {
        Endpoint endpoint = new Endpoint(LOOPBACK, ports.take());
        PostgresConfig config = new PostgresConfig(
                spec.directory().resolve(name),
                UserPrograms.orElse(spec.directory().resolve("postgres-programs")),
                LOOPBACK,
                endpoint.port(),
                DATABASE,
                DATABASE,
                DATABASE,
                DATABASE_CONNECTIONS,
                DATABASE_BUFFERS_BYTES,
                true);
        PostgresMember member = new PostgresMember(name, config, log(name));
        listening.put(member, endpoint);
        return member;
    }

    private Member zookeeper() {
        Endpoint endpoint = new Endpoint(LOOPBACK, ports.take());
        Map<String, String> environment = new LinkedHashMap<>(spec.settings());
        environment.put(
                "CHAMELEON_ZOOKEEPER_SERVER_DATA_DIR",
                spec.directory().resolve("zookeeper").toString());
        environment.put("CHAMELEON_ZOOKEEPER_SERVER_PORT", Integer.toString(endpoint.port()));
        environment.put("CHAMELEON_ZOOKEEPER_SERVER_ADMIN_PORT", "0");
        return member(Role.ZOOKEEPER, Role.ZOOKEEPER.label(), "zookeeper", endpoint, environment);
    }

    private void metadata(String name, Member zookeeper) {
        Endpoint endpoint = new Endpoint(LOOPBACK, ports.take());
        Map<String, String> environment = environment(name, zookeeper);
        environment.put("CHAMELEON_METADATA_PORT", Integer.toString(endpoint.port()));
        environment.put("CHAMELEON_METADATA_ADMIN_PORT", "0");
        environment.putAll(databaseUrls(name, DATABASE));
        environment.put("CHAMELEON_METADATA_DATABASE_USER", DATABASE);
        environment.put("CHAMELEON_METADATA_DATABASE_PASSWORD", DATABASE);
        Member unused = member(Role.METADATA, name, "metadata", endpoint, environment);
    }

    /** Where a metadata process finds the databases of that name; an external one has its own URL. */
    private Map<String, String> databaseUrls(String metadata, String name) {
        if (databases.isEmpty()) {
            return Map.of(DATABASE_URL, spec.database());
        }
        List<String> urls = databases.stream()
                .map(own -> own.members().stream()
                        .map(member -> route(metadata, member).toString())
                        .sorted()
                        .collect(Collectors.joining(",", "jdbc:postgresql://", "/" + name)))
                .toList();
        return Map.of(DATABASE_URL, urls.getFirst(), FURTHER_URLS, String.join(" ", urls.subList(1, urls.size())));
    }

    private void flash(String name, int number, Member zookeeper) {
        Endpoint endpoint = new Endpoint(LOOPBACK, ports.take());
        Endpoint registered = routes.route(BALANCERS, name, endpoint);
        flashForClients.put(registered.address(), routes.route(CLIENTS, name, endpoint));
        Map<String, String> environment = environment(name, zookeeper);
        environment.put("CHAMELEON_SERVER_ID", name);
        environment.put("CHAMELEON_SERVER_PORT", Integer.toString(endpoint.port()));
        environment.put("CHAMELEON_SERVER_ADVERTISED_HOST", registered.host());
        environment.put("CHAMELEON_SERVER_ADMIN_PORT", "0");
        environment.put("CHAMELEON_SERVER_IMAGE", image(name).toString());
        if (spec.nodes() > 0) {
            String node = NODE + number % spec.nodes();
            environment.put("CHAMELEON_SERVER_NODE", node);
            nodes.computeIfAbsent(node, any -> new ArrayList<>()).add(name);
        }
        environment.put("CHAMELEON_SERVER_CAPACITY_BYTES", Long.toString(spec.serverBytes()));
        Member unused = member(Role.FLASH, name, "server", endpoint, environment);
    }

    private void balancer(String name, Member zookeeper) {
        Endpoint endpoint = new Endpoint(LOOPBACK, ports.take());
        Map<String, String> environment = environment(name, zookeeper);
        environment.put("CHAMELEON_BALANCER_PORT", Integer.toString(endpoint.port()));
        environment.put("CHAMELEON_BALANCER_ADMIN_PORT", "0");
        environment.put("CHAMELEON_BALANCER_METADATA", metadataFor(name));
        Member unused = member(Role.BALANCER, name, "balancer", endpoint, environment);
    }

    /** It finds the flash servers where they have registered, as balancers do. */
    private void gateway(String name) {
        Endpoint endpoint = new Endpoint(LOOPBACK, ports.take());
        Map<String, String> environment = new LinkedHashMap<>(spec.settings());
        environment.put("CHAMELEON_S3_PORT", Integer.toString(endpoint.port()));
        environment.put("CHAMELEON_S3_ADMIN_PORT", "0");
        environment.put("CHAMELEON_S3_ACCESS_KEY", S3_KEY);
        environment.put("CHAMELEON_S3_SECRET_KEY", S3_SECRET);
        environment.put("CHAMELEON_S3_METADATA", metadataFor(name));
        Member unused = member(Role.GATEWAY, name, "s3", endpoint, environment);
    }

    /** Where a process finds the metadata processes. */
    private String metadataFor(String name) {
        return members().stream()
                .filter(member -> member.role() == Role.METADATA)
                .map(metadata -> route(name, metadata).toString())
                .collect(Collectors.joining(","));
    }

    private Map<String, String> environment(String name, Member zookeeper) {
        Map<String, String> environment = new LinkedHashMap<>(spec.settings());
        environment.put("CHAMELEON_ZOOKEEPER_CONNECT", route(name, zookeeper).toString());
        return environment;
    }

    private Member member(Role role, String name, String command, Endpoint endpoint, Map<String, String> environment) {
        Member member = new JvmMember(role, name, spec.directory(), JavaCommand.of(MAIN, command), environment);
        listening.put(member, endpoint);
        return member;
    }

    /** The file of a flash server's device. */
    Path image(String server) {
        return spec.directory().resolve(server + ".img");
    }

    /** The cluster's own PostgreSQL servers; none if it uses an external one. */
    List<OwnDatabase> databases() {
        return databases;
    }

    /** The flash servers on each machine. */
    SortedMap<String, List<String>> nodes() {
        return nodes;
    }

    /** From its next start on a metadata process uses other databases of the same servers. */
    void misdirect(Member metadata, String name) {
        ((JvmMember) metadata).deviate(databaseUrls(metadata.name(), name));
    }

    /** From its next start on a metadata process uses its own database again. */
    void redirect(Member metadata) {
        ((JvmMember) metadata).deviate(Map.of());
    }

    List<Member> members() {
        return new ArrayList<>(listening.keySet());
    }

    /** Where a member listens. */
    Endpoint endpoint(Member member) {
        Endpoint endpoint = listening.get(member);
        if (endpoint == null) {
            throw new IllegalArgumentException(member.name() + " is of another cluster");
        }
        return endpoint;
    }

    /** The address at which {@code from} is told to find a member. */
    Endpoint route(String from, Member to) {
        return routes.route(from, to.name(), endpoint(to));
    }

    Endpoint routeForClients(Endpoint registered) {
        Endpoint route = flashForClients.get(registered.address());
        return route == null ? registered : route.as(registered.server()).in(registered.cluster());
    }

    /** Where a member logs its failures. */
    Path log(String member) {
        return spec.directory().resolve(member + ".log");
    }
}
