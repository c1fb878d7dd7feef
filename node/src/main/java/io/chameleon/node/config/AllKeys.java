package io.chameleon.node.config;

import java.util.List;
import java.util.stream.Stream;

/** Every key of every role. */
public final class AllKeys {
    private static final List<String> ROOMS = List.of(
            "CHAMELEON_SERVER_",
            "CHAMELEON_FLASH_",
            "CHAMELEON_METADATA_",
            "CHAMELEON_BALANCER_",
            "CHAMELEON_S3_",
            "CHAMELEON_ERASURE_",
            "CHAMELEON_AUTH_",
            "CHAMELEON_TLS_",
            "CHAMELEON_TRANSPORT_",
            "CHAMELEON_ZOOKEEPER_",
            "CHAMELEON_POSTGRESQL_");

    /** In the order of docs/reference/configuration.md. */
    public static final List<Key<?>> LIST = Stream.of(
                    ServerKeys.LIST,
                    MetadataKeys.LIST,
                    BalancerKeys.LIST,
                    GatewayKeys.LIST,
                    CommonKeys.LIST,
                    ZooKeeperServerKeys.LIST,
                    PostgresKeys.LIST)
            .flatMap(List::stream)
            .toList();

    private AllKeys() {}

    /** Whether a variable of the environment is meant for a role. */
    static boolean isOurs(String variable) {
        return ROOMS.stream().anyMatch(variable::startsWith);
    }
}
