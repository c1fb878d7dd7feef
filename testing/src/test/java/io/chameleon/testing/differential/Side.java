package io.chameleon.testing.differential;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * One of the servers that are compared.
 *
 * @param uploads the server's ids of open uploads, by the sequence's names
 */
record Side(S3Client s3, Map<String, String> uploads) {
    Side(S3Client s3) {
        this(s3, new HashMap<>());
    }

    /** An upload that this server did not begin has an id that none has. */
    String upload(String name) {
        return uploads.getOrDefault(name, "none");
    }
}
