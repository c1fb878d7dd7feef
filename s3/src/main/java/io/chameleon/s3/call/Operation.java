package io.chameleon.s3.call;

/** The operations of S3 that the gateway knows, by S3's names; one without a handler is not supported. */
public enum Operation {
    LIST_BUCKETS("ListBuckets", Need.USER),

    CREATE_BUCKET("CreateBucket", Need.USER),
    HEAD_BUCKET("HeadBucket", Need.LIST),
    DELETE_BUCKET("DeleteBucket", Need.OWN),
    GET_BUCKET_LOCATION("GetBucketLocation", Need.LIST),
    GET_BUCKET_VERSIONING("GetBucketVersioning", Need.LIST),
    PUT_BUCKET_VERSIONING("PutBucketVersioning", Need.OWN),
    GET_BUCKET_ACL("GetBucketAcl", Need.READ_ACL),
    PUT_BUCKET_ACL("PutBucketAcl", Need.WRITE_ACL),
    GET_BUCKET_TAGGING("GetBucketTagging", Need.OWN),
    PUT_BUCKET_TAGGING("PutBucketTagging", Need.OWN),
    DELETE_BUCKET_TAGGING("DeleteBucketTagging", Need.OWN),
    GET_BUCKET_CORS("GetBucketCors", Need.OWN),
    PUT_BUCKET_CORS("PutBucketCors", Need.OWN),
    DELETE_BUCKET_CORS("DeleteBucketCors", Need.OWN),
    GET_BUCKET_LIFECYCLE("GetBucketLifecycleConfiguration", Need.OWN),
    PUT_BUCKET_LIFECYCLE("PutBucketLifecycleConfiguration", Need.OWN),
    DELETE_BUCKET_LIFECYCLE("DeleteBucketLifecycle", Need.OWN),
    GET_BUCKET_POLICY("GetBucketPolicy", Need.OWN),
    PUT_BUCKET_POLICY("PutBucketPolicy", Need.OWN),
    DELETE_BUCKET_POLICY("DeleteBucketPolicy", Need.OWN),
    GET_BUCKET_POLICY_STATUS("GetBucketPolicyStatus", Need.OWN),
    GET_PUBLIC_ACCESS_BLOCK("GetPublicAccessBlock", Need.OWN),
    PUT_PUBLIC_ACCESS_BLOCK("PutPublicAccessBlock", Need.OWN),
    DELETE_PUBLIC_ACCESS_BLOCK("DeletePublicAccessBlock", Need.OWN),
    GET_BUCKET_OWNERSHIP_CONTROLS("GetBucketOwnershipControls", Need.OWN),
    PUT_BUCKET_OWNERSHIP_CONTROLS("PutBucketOwnershipControls", Need.OWN),
    DELETE_BUCKET_OWNERSHIP_CONTROLS("DeleteBucketOwnershipControls", Need.OWN),
    /** The settings that a bucket of this gateway never has: reading one says so. */
    GET_BUCKET_UNSET("GetBucketConfiguration", Need.OWN),
    /** There is nothing to delete. */
    DELETE_BUCKET_UNSET("DeleteBucketConfiguration", Need.OWN),
    /** Changes of such settings. */
    PUT_BUCKET_UNSUPPORTED("PutBucketConfiguration", Need.OWN),

    LIST_OBJECTS("ListObjects", Need.LIST),
    LIST_OBJECTS_V2("ListObjectsV2", Need.LIST),
    LIST_OBJECT_VERSIONS("ListObjectVersions", Need.LIST),
    LIST_MULTIPART_UPLOADS("ListMultipartUploads", Need.LIST),
    DELETE_OBJECTS("DeleteObjects", Need.WRITE),
    POST_OBJECT("PostObject", Need.WRITE),
    PREFLIGHT("Preflight", Need.USER),

    GET_OBJECT("GetObject", Need.READ),
    HEAD_OBJECT("HeadObject", Need.READ),
    PUT_OBJECT("PutObject", Need.WRITE),
    COPY_OBJECT("CopyObject", Need.WRITE),
    DELETE_OBJECT("DeleteObject", Need.WRITE),
    GET_OBJECT_ATTRIBUTES("GetObjectAttributes", Need.READ),
    GET_OBJECT_ACL("GetObjectAcl", Need.READ_ACL),
    PUT_OBJECT_ACL("PutObjectAcl", Need.WRITE_ACL),
    GET_OBJECT_TAGGING("GetObjectTagging", Need.READ),
    PUT_OBJECT_TAGGING("PutObjectTagging", Need.DESCRIBE),
    DELETE_OBJECT_TAGGING("DeleteObjectTagging", Need.DESCRIBE),
    CREATE_MULTIPART_UPLOAD("CreateMultipartUpload", Need.WRITE),
    UPLOAD_PART("UploadPart", Need.WRITE),
    UPLOAD_PART_COPY("UploadPartCopy", Need.WRITE),
    COMPLETE_MULTIPART_UPLOAD("CompleteMultipartUpload", Need.WRITE),
    ABORT_MULTIPART_UPLOAD("AbortMultipartUpload", Need.WRITE),
    LIST_PARTS("ListParts", Need.WRITE),
    /** Torrents, select, restore, encryption, legal hold and retention. */
    OBJECT_UNSUPPORTED("ObjectConfiguration", Need.WRITE);

    private final String label;
    private final Need need;

    Operation(String label, Need need) {
        this.label = label;
        this.need = need;
    }

    /** S3's name. */
    public String label() {
        return label;
    }

    public Need need() {
        return need;
    }
}
