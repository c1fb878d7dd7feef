package io.chameleon.lab.chaos.process;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The signals for which Java has no method. */
final class Signals {
    static final String STOP = "STOP";
    static final String CONTINUE = "CONT";

    private Signals() {}

    /** Does nothing if the process is gone. */
    static void send(String signal, ProcessHandle to) {
        if (!to.isAlive()) {
            return;
        }
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(to.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send SIG" + signal + " to process " + to.pid(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
