package io.chameleon.s3.multipart;

import io.chameleon.core.upload.UploadPart;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;

/** Which upload, and which part of it, a request is about. */
final class UploadArguments {
    private UploadArguments() {}

    /** The id that a request names: what cannot be one names no upload. */
    static String id(Call call) {
        String id = call.query().get("uploadId", "");
        if (!id.matches("[0-9a-f]{32}")) {
            throw new S3Exception(S3Error.NO_SUCH_UPLOAD).with("UploadId", id);
        }
        return id;
    }

    /** The part number that a request names. */
    static int number(Call call) {
        String text = call.query().get("partNumber", "");
        int number = text.matches("\\d{1,6}") ? Integer.parseInt(text) : 0;
        if (number < 1 || number > UploadPart.MAX_NUMBER) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT, "Part number must be an integer between 1 and 10000, inclusive")
                    .with("ArgumentName", "partNumber")
                    .with("ArgumentValue", text);
        }
        return number;
    }
}
