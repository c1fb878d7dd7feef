package io.chameleon.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.util.function.Supplier;

/** Where answers go, in the requested format. */
public final class Output {
    private final PrintWriter out;
    private final Format format;

    /** The form of answers: {@code --output}. */
    public enum Format {
        table,
        json
    }

    public Output(PrintWriter out, Format format) {
        this.out = out;
        this.format = format;
    }

    public boolean isJson() {
        return format == Format.json;
    }

    /** One answer: {@code json} as one line, or {@code human} as it stands. */
    public void answer(Object json, Object human) {
        answer(() -> json, human::toString);
    }

    /** As {@link #answer(Object, Object)}; only the requested form is made. */
    public void answer(Supplier<?> json, Supplier<String> human) {
        out.println(isJson() ? toJson(json.get()) : human.get());
        out.flush();
    }

    /** Whether answers are lost: the disk is full, or nobody reads the pipe any more. */
    public boolean isLost() {
        return out.checkError();
    }

    /** A line for people; scripts do not see it. */
    public void say(String line) {
        if (!isJson()) {
            out.println(line);
            out.flush();
        }
    }

    /** Loaded only if JSON is requested: most commands end before it would pay. */
    private static final class Json {
        static final JsonMapper MAPPER = JsonMapper.builder().build();
    }

    private static String toJson(Object value) {
        try {
            return Json.MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write the answer as JSON: " + e.getMessage(), e);
        }
    }
}
