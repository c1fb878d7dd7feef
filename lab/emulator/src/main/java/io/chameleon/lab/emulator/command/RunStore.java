package io.chameleon.lab.emulator.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.core.Require;
import io.chameleon.lab.common.ReportFiles;
import io.chameleon.lab.emulator.EmulationResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Results of finished runs, a JSON file each, so that a restarted sweep runs only what is missing. The last member of a
 * file, {@code crc32c}, is the checksum of what precedes it. Safe from any thread.
 */
public final class RunStore {
    private static final JsonMapper MAPPER = RunKeys.mapper();
    private static final int SEAL_LENGTH = ",\"crc32c\":\"01234567\"}".length();

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

    /** The result of the same run by the same code. A file that is not as it was written counts as absent. */
    Optional<EmulationResult> find(Run run) {
        Path kept = directory;
        if (kept == null) {
            return Optional.empty();
        }
        try {
            String text = new String(Files.readAllBytes(file(kept, run)), StandardCharsets.UTF_8);
            String json = text.substring(0, Math.max(0, text.length() - SEAL_LENGTH)) + "}";
            return sealed(json).equals(text)
                    ? Optional.of(MAPPER.readValue(json, EmulationResult.class))
                    : Optional.empty();
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
            ReportFiles.write(file(kept, run), sealed(MAPPER.writeValueAsString(result)));
        } catch (IOException e) {
            throw cannotWrite(kept, e);
        }
    }

    private static String sealed(String json) {
        String body = json.substring(0, json.length() - 1);
        CRC32C sum = new CRC32C();
        sum.update(body.getBytes(StandardCharsets.UTF_8));
        return body + String.format(Locale.ROOT, ",\"crc32c\":\"%08x\"}", sum.getValue());
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
