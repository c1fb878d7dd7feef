package io.chameleon.cli;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;

/** {@code chameleon version}. */
@Command(name = "version", description = "Shows the version of the program and of the Java that runs it.")
final class VersionCommand implements Callable<Integer> {
    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    @Override
    public Integer call() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", version());
        json.put("java", Runtime.version().toString());
        answers.answer(() -> json, () -> "chameleon " + version() + " (Java " + Runtime.version() + ")");
        return ExitCode.OK;
    }

    /** From the manifest of our jar; classes outside a jar are under development. */
    static String version() {
        String version = VersionCommand.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"chameleon " + version()};
        }
    }
}
