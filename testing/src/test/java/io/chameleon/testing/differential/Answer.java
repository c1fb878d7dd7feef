package io.chameleon.testing.differential;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * What a server said that another server must say, too.
 *
 * @param code of the error; "" for none
 * @param said by name
 */
record Answer(int status, String code, Map<String, String> said) {
    /** The status of a server that closed the connection instead of an answer. */
    static final int NONE = 0;

    Answer {
        said = new TreeMap<>(said);
    }

    static Answer ok() {
        return new Answer(200, "", Map.of());
    }

    Answer with(String name, @Nullable Object value) {
        Map<String, String> more = new TreeMap<>(said);
        more.put(name, Objects.toString(value));
        return new Answer(status, code, more);
    }

    /** Or how it failed. */
    static Answer of(Supplier<Answer> request) {
        try {
            return request.get();
        } catch (S3Exception e) {
            AwsErrorDetails details = e.awsErrorDetails();
            String code = details == null ? null : details.errorCode();
            return new Answer(e.statusCode(), code == null ? "" : code, Map.of());
        } catch (SdkClientException e) {
            return new Answer(NONE, String.valueOf(e.getMessage()), Map.of());
        }
    }

    boolean failedWith(int otherStatus, String otherCode) {
        return status == otherStatus && code.equals(otherCode);
    }

    /** The same but for one thing said. */
    boolean equalsBut(String name, Answer other) {
        Map<String, String> mine = new TreeMap<>(said);
        Map<String, String> others = new TreeMap<>(other.said);
        mine.remove(name);
        others.remove(name);
        return status == other.status && code.equals(other.code) && mine.equals(others);
    }
}
