package io.chameleon.lab.chaos.s3;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a gateway answered.
 *
 * @param headers by lower-case name
 */
public record S3Answer(int status, Map<String, String> headers, byte[] body) {
    private static final Pattern CODE = Pattern.compile("<Code>([^<]*)</Code>");
    private static final int NOT_FOUND = 404;
    private static final int PRECONDITION_FAILED = 412;

    public boolean isDone() {
        return status / 100 == 2;
    }

    /** Whether there is no such object or version. */
    public boolean isMissing() {
        return status == NOT_FOUND && (code().equals("NoSuchKey") || code().equals("NoSuchVersion"));
    }

    /** Whether the condition of a request did not hold. */
    public boolean isRefused() {
        return status == PRECONDITION_FAILED || isMissing();
    }

    /**
     * Whether the gateway says that it could not, which is no answer: a request that was cut off, a store that is away
     * or whose answer was lost, a conflict.
     */
    boolean isNoAnswer() {
        return code().equals("OperationAborted") || status == 500 || status == 503 || code().equals("RequestTimeout");
    }

    /** The error's; "" if there is none. */
    public String code() {
        Matcher code = CODE.matcher(text());
        return !isDone() && code.find() ? code.group(1) : "";
    }

    /** "" if it is not there. */
    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** Without quotes. */
    public String entityTag() {
        return header("etag").replace("\"", "");
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** What the group of a pattern that must be there says. */
    static String only(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        if (!found.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return found.group(1);
    }
}
