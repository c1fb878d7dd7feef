package io.chameleon.lab.fuzz;

/** How bad input may be refused: in one line. */
public final class Refusal {
    private Refusal() {}

    public static void requireOneLine(RuntimeException refusal) {
        String message = refusal.getMessage();
        if (message == null || message.isBlank() || message.contains("\n") || message.contains("\r")) {
            throw new AssertionError("refused, but not in one line: '" + message + "'", refusal);
        }
    }
}
