package io.chameleon.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;

/** Where answers go, in the form asked for. */
public final class Output {
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    /** The form of answers: {@code --output}. */
    public enum Format {
        table,
        json
    }

    private final PrintWriter out;
    private final Format format;

    public Output(PrintWriter out, Format format) {
        this.out = out;
        this.format = format;
    }

    public boolean isJson() {
        return format == Format.json;
    }

    /** One answer: {@code json} as one line, or {@code human} as it stands. */
    public void answer(Object json, Object human) {
        out.println(isJson() ? toJson(json) : human);
        out.flush();
    }

    /** A line for people; scripts do not see it. */
    public void say(String line) {
        if (!isJson()) {
            out.println(line);
            out.flush();
        }
    }

    private static String toJson(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write the answer as JSON: " + e.getMessage(), e);
        }
    }
}
