package io.chameleon.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.cli.kit.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** One run of the command line with everything captured. */
public record CommandLineRun(int exitCode, byte[] stdout, String stderr) {
    public static CommandLineRun of(Map<String, String> environment, byte[] stdin, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = new Chameleon(new Terminal(new ByteArrayInputStream(stdin), out, err, environment)).run(args);
        return new CommandLineRun(exitCode, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
    }

    public static CommandLineRun of(String... args) {
        return of(Map.of(), new byte[0], args);
    }

    public String out() {
        return new String(stdout, StandardCharsets.UTF_8);
    }

    public List<String> lines() {
        return out().lines().toList();
    }

    public JsonNode json() {
        try {
            return JsonMapper.builder().build().readTree(stdout);
        } catch (IOException e) {
            throw new AssertionError("no JSON: " + out() + stderr, e);
        }
    }
}
