package io.chameleon.s3.multipart;

import io.chameleon.client.PartInfo;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.body.PartChecksums;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.Element;
import io.chameleon.s3.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A part as a completion names it.
 *
 * @param checksums by element, such as ChecksumCRC32
 */
record NamedPart(int number, String etag, Map<String, String> checksums) {
    private static final long LEAST_BYTES = 5 << 20;

    /** The parts of the document, in the order of their numbers. */
    static List<NamedPart> of(byte[] document) {
        List<NamedPart> named = XmlReader.read(document, "CompleteMultipartUpload")
                .all("Part")
                .map(NamedPart::of)
                .toList();
        if (named.isEmpty()) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        for (int i = 1; i < named.size(); i++) {
            if (named.get(i).number() <= named.get(i - 1).number()) {
                throw new S3Exception(S3Error.INVALID_PART_ORDER);
            }
        }
        return named;
    }

    private static NamedPart of(Element part) {
        String number = part.require("PartNumber").strip();
        if (!number.matches("\\d{1,5}")) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        int value = Integer.parseInt(number);
        if (value < 1 || value > UploadPart.MAX_NUMBER) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "PartNumber must be >= 1 and <= " + UploadPart.MAX_NUMBER);
        }
        Map<String, String> checksums = new java.util.HashMap<>();
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            part.textOf(S3Upload.element(algorithm))
                    .ifPresent(text -> checksums.put(S3Upload.element(algorithm), text.strip()));
        }
        return new NamedPart(value, part.require("ETag").strip().replace("\"", ""), Map.copyOf(checksums));
    }

    /** The uploaded parts that are named. */
    static List<PartInfo> choose(List<NamedPart> named, Map<Integer, PartInfo> there) {
        List<PartInfo> chosen = new ArrayList<>(named.size());
        for (NamedPart name : named) {
            PartInfo part = there.get(name.number());
            if (part == null || !name.is(part)) {
                throw new S3Exception(S3Error.INVALID_PART)
                        .with("PartNumber", Integer.toString(name.number()))
                        .with("ETag", name.etag());
            }
            chosen.add(part);
        }
        for (PartInfo part : chosen.subList(0, chosen.size() - 1)) {
            if (part.size() < LEAST_BYTES) {
                throw new S3Exception(S3Error.ENTITY_TOO_SMALL)
                        .with("ProposedSize", Long.toString(part.size()))
                        .with("MinSizeAllowed", Long.toString(LEAST_BYTES))
                        .with("PartNumber", Integer.toString(part.number()))
                        .with("ETag", S3Upload.etag(part));
            }
        }
        return chosen;
    }

    private boolean is(PartInfo part) {
        if (!etag.equals(S3Upload.etag(part))) {
            return false;
        }
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            String said = checksums.get(S3Upload.element(algorithm));
            String known = S3Upload.checksum(part, algorithm);
            if (said != null && known != null && !said.equals(known)) {
                return false;
            }
        }
        return true;
    }

    /** The ETag of an object of these parts; "" if one of the parts' is none. */
    static String etag(List<NamedPart> named) {
        List<String> etags = named.stream().map(NamedPart::etag).toList();
        return etags.stream().allMatch(etag -> etag.matches("[0-9a-f]{32}")) ? PartChecksums.etag(etags) : "";
    }
}
