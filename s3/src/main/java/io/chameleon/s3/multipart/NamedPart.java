package io.chameleon.s3.multipart;

import io.chameleon.client.PartInfo;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.Element;
import java.util.HashMap;
import java.util.Map;

/**
 * A part as a completion names it.
 *
 * @param checksums by element, such as ChecksumCRC32
 */
record NamedPart(int number, String etag, Map<String, String> checksums) {

    static NamedPart of(Element part) {
        String number = part.require("PartNumber").strip();
        if (!number.matches("\\d{1,5}")) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        int value = Integer.parseInt(number);
        if (value < 1 || value > UploadPart.MAX_NUMBER) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "PartNumber must be >= 1 and <= " + UploadPart.MAX_NUMBER);
        }
        Map<String, String> checksums = new HashMap<>();
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            part.textOf(S3Part.element(algorithm))
                    .ifPresent(text -> checksums.put(S3Part.element(algorithm), text.strip()));
        }
        return new NamedPart(value, part.require("ETag").strip().replace("\"", ""), Map.copyOf(checksums));
    }

    /** Whether the uploaded part is the one that is meant. */
    boolean is(PartInfo part) {
        if (!etag.equals(new S3Part(part).etag())) {
            return false;
        }
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            String said = checksums.get(S3Part.element(algorithm));
            String known = new S3Part(part).checksum(algorithm);
            if (said != null && known != null && !said.equals(known)) {
                return false;
            }
        }
        return true;
    }
}
