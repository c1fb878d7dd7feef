package io.chameleon.client.listen;

import io.chameleon.client.error.ChameleonException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The operations of a client as metrics of Micrometer, which the application adds to its own dependencies: the SDK does
 * not bring it.
 *
 * <p>{@code chameleon.client.operations}: a timer by {@code operation} and {@code outcome}, which is {@code ok}, the
 * error's code, or {@code io} for the caller's own files. {@code chameleon.client.bytes}: by {@code operation} and
 * {@code direction}, {@code sent} or {@code received}. {@code chameleon.client.retries}: by {@code operation}.
 */
public final class MicrometerListener implements ClientListener {
    private static final String PREFIX = "chameleon.client.";

    private final MeterRegistry registry;

    public MicrometerListener(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public Consumer<OperationEnd> began(Operation operation, String bucket) {
        return this::record;
    }

    private void record(OperationEnd end) {
        Tags tags = Tags.of("operation", end.operation().label());
        Timer.builder(PREFIX + "operations")
                .description("Operations of the client, from the call to the answer")
                .tags(tags.and("outcome", outcome(end)))
                .register(registry)
                .record(end.latency());
        count("bytes", "bytes", tags.and("direction", "sent"), end.bytesSent());
        count("bytes", "bytes", tags.and("direction", "received"), end.bytesReceived());
        count("retries", "requests", tags, end.retries());
    }

    private void count(String name, String unit, Tags tags, long amount) {
        if (amount > 0) {
            Counter.builder(PREFIX + name)
                    .baseUnit(unit)
                    .tags(tags)
                    .register(registry)
                    .increment(amount);
        }
    }

    private static String outcome(OperationEnd end) {
        return end.failure()
                .map(failure -> failure instanceof ChameleonException known
                        ? known.code().name().toLowerCase(Locale.ROOT)
                        : "io")
                .orElse("ok");
    }
}
