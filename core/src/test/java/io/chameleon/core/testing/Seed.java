package io.chameleon.core.testing;

import java.util.Random;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.IncompleteExecutionException;

/**
 * The seed of a test that draws another one in each run. A failing test's message begins with what repeats the run. It
 * goes into a field with {@link RegisterExtension}.
 */
public final class Seed implements TestExecutionExceptionHandler {
    private static final String PROPERTY = "chameleon.seed";

    private final long value;

    private Seed(long value) {
        this.value = value;
    }

    /** That of {@code -Dchameleon.seed}; without one, any from 0 to 2³¹ - 1, which is short to type. */
    public static Seed given() {
        return new Seed(Long.getLong(PROPERTY, new Random().nextInt(Integer.MAX_VALUE)));
    }

    public long value() {
        return value;
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw named(failure);
    }

    /** A test that was only given up, as by an assumption, stays so. */
    Throwable named(Throwable failure) {
        return failure instanceof IncompleteExecutionException
                ? failure
                : new AssertionError(this + " repeats this: " + failure.getMessage(), failure);
    }

    /** What to add to the command line. */
    @Override
    public String toString() {
        return "-D" + PROPERTY + "=" + value;
    }
}
