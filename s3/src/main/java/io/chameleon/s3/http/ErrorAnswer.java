package io.chameleon.s3.http;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.XmlWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The answer to a request that failed: status and S3's error document. */
public final class ErrorAnswer {
    private static final Logger log = LoggerFactory.getLogger(ErrorAnswer.class);

    private ErrorAnswer() {}

    public static S3Response of(S3Exception failure, String requestId, String resource) {
        int status = failure.error().status();
        S3Response answer = S3Response.of(status);
        failure.headers().forEach(answer::header);
        if (status == S3Error.NOT_MODIFIED.status()) {
            return answer;
        }
        XmlWriter document =
                XmlWriter.plain("Error").text("Code", failure.error().code()).text("Message", shown(failure.message()));
        failure.details().forEach((name, value) -> document.text(name, shown(value)));
        return answer.xmlBody(document.text("Resource", shown(resource))
                .text("RequestId", requestId)
                .end());
    }

    /** Some of it is the client's: with a character that XML cannot hold, nobody could read the error. */
    private static String shown(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\uFFFE\\uFFFF]", "?");
    }

    /** For a defect of the gateway: its cause is logged, and not shown. */
    public static S3Response unexpected(@Nullable Throwable failure, String requestId, String resource) {
        log.error("request {} failed", requestId, failure);
        return of(new S3Exception(S3Error.INTERNAL_ERROR), requestId, resource);
    }
}
