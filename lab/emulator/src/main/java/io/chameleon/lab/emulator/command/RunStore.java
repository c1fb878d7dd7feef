package io.chameleon.lab.emulator.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.core.Require;
import io.chameleon.lab.common.ReportFiles;
import io.chameleon.lab.emulator.EmulationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Results of finished runs, a JSON file each, so that a restarted sweep runs only what is missing. Safe from any
 * thread.
 */
public final class RunStore {
    private static final JsonMapper MAPPER = RunKeys.mapper();

    private final @Nullable Path directory;
    private final String code;

    private RunStore(@Nullable Path directory, String code) {
        this.directory = directory;
        this.code = code;
    }

    /** Keeps nothing. */
    public static RunStore none() {
        return new RunStore(null, "");
    }

    /** Keeps runs in {@code report/runs}, which is created if need be. */
    public static RunStore in(Path report) {
        return in(report, CodeVersion.current());
    }

    static RunStore in(Path report, String code) {
        Require.that(!report.toString().isEmpty(), "--report", report, "a directory");
        Path directory = report.resolve("runs");
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw cannotWrite(directory, e);
        }
        return new RunStore(directory, code);
    }

    /** The result of the same run by the same code. A file that cannot be parsed counts as absent. */
    Optional<EmulationResult> find(Run run) {
        Path kept = directory;
        if (kept == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(MAPPER.readValue(Files.readAllBytes(file(kept, run)), EmulationResult.class));
        } catch (NoSuchFileException | JsonProcessingException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new CommandFailure("cannot read a kept run in " + kept + ": " + e.getMessage(), e);
        }
    }

    /** The file appears whole or not at all. */
    void keep(Run run, EmulationResult result) {
        Path kept = directory;
        if (kept == null) {
            return;
        }
        try {
            ReportFiles.write(file(kept, run), MAPPER.writeValueAsBytes(result));
        } catch (IOException e) {
            throw cannotWrite(kept, e);
        }
    }

    /** The message for a user who stops before the end. */
    String farewell(long done, long of) {
        Path kept = directory;
        return kept == null
                ? "stopped; nothing is kept without --report"
                : "stopped; " + of + " runs were asked for, those that are finished (about " + done + ") are kept in "
                        + kept + " and the same command goes on from there";
    }

    private Path file(Path kept, Run run) {
        return kept.resolve(run.digest(code) + ".json");
    }

    private static CommandFailure cannotWrite(Path directory, IOException e) {
        return new CommandFailure("--report: cannot write to " + directory + ": " + e.getMessage(), e);
    }
}
