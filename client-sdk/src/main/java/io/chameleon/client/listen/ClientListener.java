package io.chameleon.client.listen;

import java.util.function.Consumer;

/**
 * Follows the operations of a client. What it throws is logged, and changes no operation.
 *
 * <p>{@link #began} runs on the thread that calls, so that a trace finds its parent there; it must be quick. Ends are
 * told on a thread of the client, one after the other. A listener that falls thousands of ends behind misses some,
 * which the client logs.
 */
@FunctionalInterface
public interface ClientListener {
    /**
     * An operation was called.
     *
     * @param bucket that it is about; "" if it is about none
     * @return is told of its end
     */
    Consumer<OperationEnd> began(Operation operation, String bucket);

    /** Only of ends: enough for metrics. */
    static ClientListener ofEnds(Consumer<OperationEnd> ends) {
        return (operation, bucket) -> ends;
    }
}
