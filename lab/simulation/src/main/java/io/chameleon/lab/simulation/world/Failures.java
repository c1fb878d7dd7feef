package io.chameleon.lab.simulation.world;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Failures in one line. */
public final class Failures {
    private static final int FRAMES = 6;

    private Failures() {}

    /** What it is and where it comes from. */
    public static String text(Throwable failure) {
        return failure
                + Arrays.stream(failure.getStackTrace())
                        .limit(FRAMES)
                        .map(frame -> " < " + frame.getClassName().replaceAll(".*\\.", "") + "." + frame.getMethodName()
                                + ":" + frame.getLineNumber())
                        .collect(Collectors.joining());
    }
}
