package io.chameleon.cli.kit;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.Explained;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns any failure into one line on stderr and an exit code. */
public final class ErrorLines implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private static final int MAX_SHOWN = 500;
    private static final String TOO_MANY_FILES = "Too many open files";

    private final boolean debug;

    public ErrorLines(boolean debug) {
        this.debug = debug;
    }

    /** Runs a command whose failures come here. A heap that is too small is no exception, but the user's to change. */
    public int run(CommandLine line, String... args) {
        try {
            return line.execute(args);
        } catch (OutOfMemoryError e) {
            CommandLine command = line.getParseResult().asCommandLineList().getLast();
            long heap = Runtime.getRuntime().maxMemory() >> 20;
            print(command, "a heap of " + heap + " MiB is too small; CHAMELEON_HEAP=8g makes it larger", e);
            return ExitCode.FAILURE;
        }
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        StringBuilder line = new StringBuilder(oneLine(failure.getMessage()).replaceAll("^Error: |\\.$", ""));
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            line.append("; did you mean ")
                    .append(String.join(" or ", unmatched.getSuggestions()))
                    .append("?");
        }
        line.append("; see '").append(name(command)).append(" --help'");
        print(command, line.toString(), failure);
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        print(command, describe(failure), failure);
        return failure instanceof IllegalArgumentException || failure instanceof InvalidRequestException
                ? ExitCode.USAGE
                : ExitCode.FAILURE;
    }

    private void print(CommandLine command, String line, Throwable failure) {
        PrintWriter err = command.getErr();
        boolean whole = debug || line.length() <= MAX_SHOWN;
        err.println(name(command) + ": " + (whole ? line : line.substring(0, MAX_SHOWN) + "... (--debug shows all)"));
        if (debug) {
            failure.printStackTrace(err);
        }
        err.flush();
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    static String describe(Throwable failure) {
        String message = oneLine(failure.getMessage()) + unsaid(failure);
        return switch (failure) {
            case ChameleonException known -> message + " [" + known.code() + "] " + known.advice();
            case ChameleonError known -> message + " [" + known.code() + "]";
            case UncheckedIOException io -> message.isEmpty() ? io.toString() : message;
            case FileSystemException file -> file.getReason() == null ? file.getFile() + ": " + reason(file) : message;
            case IOException io -> message.isEmpty() ? io.toString() : message;
            case Explained ignored -> message;
            case IllegalArgumentException ignored -> message;
            case IllegalStateException ignored -> message;
            default ->
                "unexpected " + failure.getClass().getSimpleName() + ": " + message
                        + "; --debug shows where, please report it";
        };
    }

    /** What a message leaves open. */
    private static String unsaid(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains(TOO_MANY_FILES)) {
                boolean said = String.valueOf(failure.getMessage()).contains(TOO_MANY_FILES);
                return (said ? "" : ": " + TOO_MANY_FILES) + "; ulimit -n 4096 raises the limit";
            }
        }
        return reasonOfItsCause(failure);
    }

    /** Of a message that ends with that of its cause, a file's name alone. */
    private static String reasonOfItsCause(Throwable failure) {
        return failure.getCause() instanceof FileSystemException file
                        && file.getReason() == null
                        && String.valueOf(failure.getMessage()).endsWith(": " + file.getMessage())
                ? ": " + reason(file)
                : "";
    }

    /** The message of such a failure is the file's name alone. */
    private static String reason(FileSystemException failure) {
        return switch (failure) {
            case AccessDeniedException ignored -> "no permission";
            case NoSuchFileException ignored -> "there is no such file or directory";
            case FileAlreadyExistsException there -> existing(Path.of(there.getFile()));
            default -> failure.getClass().getSimpleName();
        };
    }

    /** What is in the place of a directory. */
    private static String existing(Path file) {
        try {
            return Files.isSymbolicLink(file) && !Files.exists(file)
                    ? "it is a symbolic link to " + Files.readSymbolicLink(file) + ", which does not exist"
                    : "there is a file of that name";
        } catch (IOException e) {
            return "there is a symbolic link of that name";
        }
    }

    private static String oneLine(@Nullable String text) {
        return text == null ? "" : text.replaceAll("\\s*\\R\\s*", " ").strip();
    }
}
