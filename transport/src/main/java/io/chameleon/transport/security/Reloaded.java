package io.chameleon.transport.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was made of some files, made anew when they change. While the new content makes no sense, or a file is missing, the old
 * holds, and each look tries again: what failed may have been the read alone. Safe from any thread.
 */
final class Reloaded<T> {
    private static final Logger log = LoggerFactory.getLogger(Reloaded.class);

    private final Supplier<List<Path>> files;
    private final Supplier<T> load;
    private List<String> seen;
    private String problem = "";
    private volatile T value;
    private volatile long failures;

    /**
     * Loads at once.
     *
     * @param load throws an {@link IllegalArgumentException} in one line if the files make no sense
     */
    Reloaded(List<Path> files, Supplier<T> load) {
        this(() -> files, load);
    }

    /** @param files which they are may change, too */
    Reloaded(Supplier<List<Path>> files, Supplier<T> load) {
        this.files = files;
        this.load = load;
        this.seen = states();
        this.value = load.get();
    }

    T get() {
        return value;
    }

    /** How often in a row files that have changed could not be read: while it is not 0, what they were holds. */
    long failures() {
        return failures;
    }

    /** Looks whether the files have changed since they were read; reads them if so. */
    synchronized void refresh() {
        List<String> now = states();
        if (now.equals(seen)) {
            failed(0, "");
            return;
        }
        try {
            value = load.get();
            seen = now;
            failed(0, "");
            log.info("read again: {}", files.get());
        } catch (IllegalArgumentException e) {
            failed(failures + 1, String.valueOf(e.getMessage()));
        }
    }

    private void failed(long times, String why) {
        failures = times;
        if (!why.isEmpty() && !why.equals(problem)) {
            log.warn("what was read before still holds: {}", why);
        }
        problem = why;
    }

    /** Kubernetes swaps a link, so time and size alone may stay the same. */
    private List<String> states() {
        List<String> states = new ArrayList<>();
        for (Path file : files.get()) {
            try {
                BasicFileAttributes state = Files.readAttributes(file, BasicFileAttributes.class);
                states.add(file + " " + state.lastModifiedTime() + " " + state.size() + " " + state.fileKey());
            } catch (IOException e) {
                states.add(file + " none");
            }
        }
        return states;
    }
}
