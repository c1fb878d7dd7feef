package io.chameleon.s3.acl;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.Element;
import io.chameleon.s3.xml.XmlReader;
import io.chameleon.s3.xml.XmlWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who owns the objects that others write into a bucket, and whether ACLs count there: S3's Object Ownership. */
public enum ObjectOwnership {
    /** Whoever writes an object owns it. So it is in a bucket that sets nothing. */
    OBJECT_WRITER("ObjectWriter"),
    /** The bucket's owner owns what is written with the ACL {@code bucket-owner-full-control}. */
    BUCKET_OWNER_PREFERRED("BucketOwnerPreferred"),
    /** The bucket's owner owns all objects, and no ACL grants anything. */
    BUCKET_OWNER_ENFORCED("BucketOwnerEnforced");

    /** Where a bucket keeps it. */
    public static final String SETTING = "ownership";

    private static final String HEADER = "x-amz-object-ownership";

    private final String label;

    ObjectOwnership(String label) {
        this.label = label;
    }

    public static ObjectOwnership of(BucketInfo bucket) {
        String set = bucket.settings().get(SETTING);
        // What a later version may have set must open nothing.
        return set == null ? OBJECT_WRITER : named(set).orElse(BUCKET_OWNER_ENFORCED);
    }

    /** What the header of CreateBucket asks for; empty without one. */
    public static Optional<ObjectOwnership> asked(@Nullable String header) {
        if (header == null) {
            return Optional.empty();
        }
        Optional<ObjectOwnership> asked = named(header);
        if (asked.isEmpty()) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "Invalid " + HEADER + " header: " + header)
                    .with("ArgumentName", HEADER);
        }
        return asked;
    }

    /** From the document of PutBucketOwnershipControls, which has one rule. */
    public static ObjectOwnership read(byte[] document) {
        List<Element> rules =
                XmlReader.read(document, "OwnershipControls").all("Rule").toList();
        if (rules.size() != 1) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        return named(rules.getFirst().require("ObjectOwnership"))
                .orElseThrow(() -> new S3Exception(S3Error.MALFORMED_XML));
    }

    private static Optional<ObjectOwnership> named(String label) {
        for (ObjectOwnership ownership : values()) {
            if (ownership.label.equals(label)) {
                return Optional.of(ownership);
            }
        }
        return Optional.empty();
    }

    /** Fails unless the bucket's ACL grants nothing that would then count no more. */
    public void requireFit(Acl ofBucket, String owner) {
        if (isEnforced() && !ofBucket.equals(Acl.ownedBy(owner))) {
            throw new S3Exception(S3Error.INVALID_BUCKET_ACL_WITH_OBJECT_OWNERSHIP);
        }
    }

    boolean isEnforced() {
        return this == BUCKET_OWNER_ENFORCED;
    }

    /** S3's name. */
    public String label() {
        return label;
    }

    public String document() {
        return XmlWriter.document("OwnershipControls")
                .open("Rule")
                .text("ObjectOwnership", label)
                .close()
                .end();
    }
}
