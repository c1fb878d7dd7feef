package io.chameleon.transport.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value derived from files, derived again when they change. While the new content is invalid, or a file is missing,
 * the old value stays, and each check tries again: perhaps only the read failed. Its owner asks for the checks. Safe
 * from any thread.
 */
public final class Reloaded<T> {
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
     * @param load throws an {@link IllegalArgumentException} in one line if the files are invalid
     */
    public Reloaded(List<Path> files, Supplier<T> load) {
        this(() -> files, load);
    }

    /** @param files the list may change, too; may throw as {@code load} does */
    public Reloaded(Supplier<List<Path>> files, Supplier<T> load) {
        this.files = files;
        this.load = load;
        this.seen = states();
        this.value = load.get();
    }

    public T get() {
        return value;
    }

    /** Consecutive failures to read changed files: while it is not 0, the old value stays. */
    public long failures() {
        return failures;
    }

    /** Checks whether the files have changed since they were read; reads them if so. */
    public void refresh() {
        refresh((before, next) -> {});
    }

    /**
     * As {@link #refresh()}.
     *
     * @param check of the value in use and the one that was read; an {@link IllegalArgumentException} in one line keeps
     *     the first
     */
    public synchronized void refresh(BiConsumer<T, T> check) {
        try {
            List<String> now = states();
            if (now.equals(seen)) {
                failed(0, "");
                return;
            }
            T next = load.get();
            check.accept(value, next);
            value = next;
            seen = now;
            failed(0, "");
            log.info("read again: {}", files.get());
        } catch (IllegalArgumentException e) {
            failed(failures + 1, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) { // would end the checks for good: such as of a directory on a disk that fails
            failed(failures + 1, e.toString());
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
                // A pipe is read once: its time changes when it is written to, and then it is empty.
                states.add(
                        state.isOther()
                                ? file + " pipe"
                                : file + " " + state.lastModifiedTime() + " " + state.size() + " " + state.fileKey());
            } catch (IOException e) {
                states.add(file + " none");
            }
        }
        return states;
    }
}
