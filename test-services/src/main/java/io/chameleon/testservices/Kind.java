package io.chameleon.testservices;

import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;

/** Decides, once for a JVM, whether services run in containers. Safe from any thread. */
final class Kind {
    static final String VARIABLE = "CHAMELEON_TEST_SERVICES";

    /** For the tests of this JVM. */
    static final Kind OF_JVM =
            new Kind(System.getenv(), () -> DockerClientFactory.instance().isDockerAvailable());

    private static final Logger LOG = LoggerFactory.getLogger(Kind.class);

    private final Map<String, String> environment;
    private final BooleanSupplier engine;
    private @Nullable Boolean containers;

    /**
     * @param engine whether one answers; asked at most once
     */
    Kind(Map<String, String> environment, BooleanSupplier engine) {
        this.environment = environment;
        this.engine = engine;
    }

    /**
     * Starts the one or the other. Any failure of the container, such as an unavailable image, switches to the embedded
     * service, for this service and all that follow.
     */
    synchronized <T> T start(String what, Supplier<T> container, Supplier<T> embedded) {
        if (containers()) {
            try {
                return container.get();
            } catch (RuntimeException e) {
                LOG.info("{}: embedded, since its container does not start: {}", what, e.getMessage());
                containers = false;
            }
        }
        return embedded.get();
    }

    private boolean containers() {
        Boolean known = containers;
        if (known == null) {
            known = decide();
            containers = known;
        }
        return known;
    }

    private boolean decide() {
        String wanted = environment.getOrDefault(VARIABLE, "auto");
        return switch (wanted) {
            case "embedded" -> false;
            case "auto" -> answers();
            default ->
                throw new IllegalArgumentException(VARIABLE + ": '" + wanted + "' given, expected auto or embedded");
        };
    }

    /** An engine may answer and still be of no use, such as one without the image that Testcontainers itself needs. */
    private boolean answers() {
        try {
            return engine.getAsBoolean();
        } catch (RuntimeException e) {
            LOG.info("embedded services, since the container engine is of no use: {}", e.getMessage());
            return false;
        }
    }
}
