package io.chameleon.lab.chaos.s3;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The steps of multipart uploads in one bucket, before their completion. If one fails nothing is written.
 *
 * @param bucket its path
 */
record S3Uploads(S3Http http, String bucket) {
    private static final Pattern UPLOAD_ID = Pattern.compile("<UploadId>([^<]*)</UploadId>");
    private static final Pattern UPLOAD = Pattern.compile("<Upload><Key>([^<]*)</Key><UploadId>([^<]*)</UploadId>");
    /** One upload in so many has its first part written twice. */
    private static final int AGAIN_IN = 4;

    private static final byte[] OTHER = {1};

    String begin(String key, RandomGenerator random) throws UnansweredException {
        try {
            return S3Answer.only(
                    UPLOAD_ID,
                    http.sendWell(S3Request.of("POST", path(key)).with("uploads", ""), random)
                            .text());
        } catch (UnansweredException e) {
            throw nothingWritten(e);
        }
    }

    /** Writes the parts; their entity tags. */
    List<String> parts(String key, String id, byte[] bytes, RandomGenerator random) throws UnansweredException {
        List<String> tags = new ArrayList<>();
        try {
            if (random.nextInt(AGAIN_IN) == 0) {
                String unused = part(key, id, 1, OTHER, random);
            }
            for (int from = 0; from < bytes.length; from += EntityTags.PART_BYTES) {
                byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + EntityTags.PART_BYTES));
                tags.add(part(key, id, tags.size() + 1, part, random));
            }
            return tags;
        } catch (UnansweredException e) {
            if (random.nextBoolean()) {
                abort(key, id, random);
            }
            throw nothingWritten(e);
        }
    }

    private static UnansweredException nothingWritten(UnansweredException e) {
        return new UnansweredException(String.valueOf(e.getMessage()), false);
    }

    private void abort(String key, String id, RandomGenerator random) {
        try {
            S3Answer unused = http.send(S3Request.of("DELETE", path(key)).with("uploadId", id), random);
        } catch (UnansweredException e) {
            // It stays open.
        }
    }

    private String part(String key, String id, int number, byte[] bytes, RandomGenerator random)
            throws UnansweredException {
        return http.sendWell(
                        S3Request.of("PUT", path(key))
                                .with("partNumber", Integer.toString(number))
                                .with("uploadId", id)
                                .with(bytes),
                        random)
                .entityTag();
    }

    /** Aborts the uploads that are open. */
    void abortAll(RandomGenerator random) throws UnansweredException {
        boolean more = true;
        while (more) {
            Matcher upload =
                    UPLOAD.matcher(http.sendWell(S3Request.of("GET", bucket).with("uploads", ""), random)
                            .text());
            more = false;
            while (upload.find()) {
                more = true;
                S3Request abort = S3Request.of("DELETE", path(upload.group(1))).with("uploadId", upload.group(2));
                http.sendWell(abort, random);
            }
        }
    }

    /** The document that completes an upload of parts with these tags. */
    static String document(List<String> tags) {
        StringBuilder document = new StringBuilder("<CompleteMultipartUpload>");
        for (int i = 0; i < tags.size(); i++) {
            document.append("<Part><PartNumber>")
                    .append(i + 1)
                    .append("</PartNumber><ETag>")
                    .append(tags.get(i))
                    .append("</ETag></Part>");
        }
        return document.append("</CompleteMultipartUpload>").toString();
    }

    private String path(String key) {
        return bucket + "/" + key;
    }
}
