package io.chameleon.s3.multipart;

import io.chameleon.client.PartInfo;
import io.chameleon.s3.body.PartChecksums;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The parts that a completion names, in the order of their numbers. */
record NamedParts(List<NamedPart> named) {
    private static final long LEAST_BYTES = 5 << 20;

    /** Reads the document. */
    static NamedParts of(byte[] document) {
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
        return new NamedParts(named);
    }

    /** The uploaded parts that are named. */
    List<PartInfo> choose(Map<Integer, PartInfo> there) {
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
                        .with("ETag", new S3Part(part).etag());
            }
        }
        return chosen;
    }

    /** The ETag of an object of these parts; "" if one of the parts' is none. */
    String etag() {
        List<String> etags = named.stream().map(NamedPart::etag).toList();
        return etags.stream().allMatch(etag -> etag.matches("[0-9a-f]{32}")) ? PartChecksums.etag(etags) : "";
    }
}
