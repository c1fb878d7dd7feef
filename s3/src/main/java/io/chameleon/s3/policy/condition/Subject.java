package io.chameleon.s3.policy.condition;

/** The keys that conditions may ask about. A name that ends with a slash is followed by the key of a tag. */
public enum Subject {
    SOURCE_IP("aws:SourceIp", Kind.ADDRESS),
    SECURE_TRANSPORT("aws:SecureTransport", Kind.TRUTH),
    REFERER("aws:Referer", Kind.TEXT),
    USER_AGENT("aws:UserAgent", Kind.TEXT),
    CURRENT_TIME("aws:CurrentTime", Kind.DATE),
    EPOCH_TIME("aws:EpochTime", Kind.DATE),
    PRINCIPAL_ARN("aws:PrincipalArn", Kind.ARN),
    USERNAME("aws:username", Kind.TEXT),
    USER_ID("aws:userid", Kind.TEXT),
    PREFIX("s3:prefix", Kind.TEXT),
    DELIMITER("s3:delimiter", Kind.TEXT),
    MAX_KEYS("s3:max-keys", Kind.NUMBER),
    ACL("s3:x-amz-acl", Kind.TEXT),
    GRANT_FULL_CONTROL("s3:x-amz-grant-full-control", Kind.TEXT),
    GRANT_READ("s3:x-amz-grant-read", Kind.TEXT),
    GRANT_READ_ACP("s3:x-amz-grant-read-acp", Kind.TEXT),
    GRANT_WRITE("s3:x-amz-grant-write", Kind.TEXT),
    GRANT_WRITE_ACP("s3:x-amz-grant-write-acp", Kind.TEXT),
    COPY_SOURCE("s3:x-amz-copy-source", Kind.TEXT),
    METADATA_DIRECTIVE("s3:x-amz-metadata-directive", Kind.TEXT),
    STORAGE_CLASS("s3:x-amz-storage-class", Kind.TEXT),
    EXISTING_OBJECT_TAG("s3:ExistingObjectTag/", Kind.TEXT),
    REQUEST_OBJECT_TAG("s3:RequestObjectTag/", Kind.TEXT),
    REQUEST_OBJECT_TAG_KEYS("s3:RequestObjectTagKeys", Kind.TEXT);

    private final String label;
    private final Kind kind;

    Subject(String label, Kind kind) {
        this.label = label;
        this.kind = kind;
    }

    /** As policies name it. */
    public String label() {
        return label;
    }

    Kind kind() {
        return kind;
    }

    boolean ofTag() {
        return label.endsWith("/");
    }

    /** A request may have several values of it. */
    boolean ofMany() {
        return this == REQUEST_OBJECT_TAG_KEYS;
    }

    /** Says which user sent the request, or from where: who is held to a value of it is not everybody. */
    boolean identifies() {
        return this == SOURCE_IP || this == PRINCIPAL_ARN || this == USERNAME || this == USER_ID;
    }
}
