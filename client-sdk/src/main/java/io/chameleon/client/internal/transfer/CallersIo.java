package io.chameleon.client.internal.transfer;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.call.FailureText;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Input and output of the caller's own files and streams: what fails there is the caller's to see. */
final class CallersIo {
    private CallersIo() {}

    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }

    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    /** @param what for the message of an {@link UncheckedIOException} */
    static <T> T get(String what, Work<T> work) {
        try {
            return work.run();
        } catch (IOException callersOwn) {
            throw new UncheckedIOException(what + ": " + FailureText.of(callersOwn), callersOwn);
        }
    }

    /** As {@link #get}, without a result. A target is the caller's code: what it throws is the caller's to see. */
    static void run(String what, Step step) {
        try {
            get(what, () -> {
                step.run();
                return what;
            });
        } catch (RuntimeException thrown) {
            throw Errors.ofCaller(thrown);
        }
    }
}
