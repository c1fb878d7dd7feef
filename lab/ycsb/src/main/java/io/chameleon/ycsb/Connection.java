package io.chameleon.ycsb;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The client that all threads of one YCSB process share; closed when the last lets go of it. Properties:
 *
 * <ul>
 *   <li>{@code chameleon.cluster}: addresses of the metadata service, {@code HOST:PORT[,...]}; else the environment
 *       variable {@code CHAMELEON_CLUSTER}
 *   <li>{@code chameleon.policy}: {@code REP} or {@code EC}; else the bucket's
 *   <li>{@code chameleon.readmode}: {@code linearizable} (default) or {@code cached}
 * </ul>
 */
record Connection(ChameleonClient client, PutOptions options) {
    static final String CLUSTER = "chameleon.cluster";
    static final String POLICY = "chameleon.policy";
    static final String READ_MODE = "chameleon.readmode";
    private static final String VARIABLE = "CHAMELEON_CLUSTER";

    private static @Nullable Connection shared;
    private static int users;

    /** @throws IllegalArgumentException naming the property that is missing or wrong */
    static synchronized Connection acquire(Properties properties) {
        Connection open = shared;
        if (open == null) {
            open = open(properties);
            shared = open;
        }
        users++;
        return open;
    }

    static synchronized void release() {
        users--;
        Connection open = shared;
        if (users == 0 && open != null) {
            shared = null;
            open.client.close();
        }
    }

    private static Connection open(Properties properties) {
        String cluster = properties.getProperty(CLUSTER, System.getenv(VARIABLE));
        if (cluster == null || cluster.isBlank()) {
            throw new IllegalArgumentException(
                    CLUSTER + ": not set, expected -p " + CLUSTER + "=HOST:PORT[,...], or " + VARIABLE);
        }
        String policy = properties.getProperty(POLICY, "");
        PutOptions options = policy.isBlank()
                ? PutOptions.DEFAULT
                : PutOptions.DEFAULT.policy(one(POLICY, RedundancyPolicy.class, policy));
        ReadMode readMode = one(READ_MODE, ReadMode.class, properties.getProperty(READ_MODE, "linearizable"));
        ChameleonClient client = ChameleonClient.builder()
                .metadata(
                        Arrays.stream(cluster.split(",", -1)).map(String::strip).toArray(String[]::new))
                .readMode(readMode)
                .build();
        return new Connection(client, options);
    }

    private static <E extends Enum<E>> E one(String property, Class<E> type, String text) {
        try {
            return Enum.valueOf(type, text.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    property + ": '" + text + "' given, expected one of " + Arrays.toString(type.getEnumConstants()),
                    e);
        }
    }
}
