package io.chameleon.s3.error;

/**
 * The errors of S3 that the gateway gives: code, HTTP status and the message for a case that has nothing to add. The
 * names are the codes, so an answer is found here by searching for what a client printed.
 */
public enum S3Error {
    ACCESS_CONTROL_LIST_NOT_SUPPORTED("AccessControlListNotSupported", 400, "The bucket does not allow ACLs"),
    ACCESS_DENIED("AccessDenied", 403, "Access Denied"),
    CORS_FORBIDDEN("AccessForbidden", 403, "CORSResponse: This CORS request is not allowed."),
    AUTHORIZATION_HEADER_MALFORMED("AuthorizationHeaderMalformed", 400, "The authorization header is malformed."),
    AUTHORIZATION_QUERY_PARAMETERS(
            "AuthorizationQueryParametersError", 400, "Error parsing the authorization query parameters."),
    BAD_DIGEST(
            "BadDigest",
            400,
            "The Content-MD5 or checksum value that you specified did not match what the server " + "received."),
    BAD_REQUEST("BadRequest", 400, "Bad Request"),
    BUCKET_ALREADY_EXISTS(
            "BucketAlreadyExists",
            409,
            "The requested bucket name is not available. Select a different name and try again."),
    BUCKET_ALREADY_OWNED_BY_YOU(
            "BucketAlreadyOwnedByYou",
            409,
            "Your previous request to create the named bucket succeeded and you already own it."),
    BUCKET_NOT_EMPTY("BucketNotEmpty", 409, "The bucket you tried to delete is not empty"),
    ENTITY_TOO_LARGE("EntityTooLarge", 400, "Your proposed upload exceeds the maximum allowed object size."),
    ENTITY_TOO_SMALL("EntityTooSmall", 400, "Your proposed upload is smaller than the minimum allowed size"),
    ILLEGAL_VERSIONING_CONFIGURATION(
            "IllegalVersioningConfigurationException", 400, "The Versioning element must be specified"),
    INCOMPLETE_BODY(
            "IncompleteBody",
            400,
            "You did not provide the number of bytes specified by the Content-Length HTTP header."),
    INCORRECT_NUMBER_OF_FILES_IN_POST_REQUEST(
            "IncorrectNumberOfFilesInPostRequest", 400, "POST requires exactly one file upload per request."),
    INSUFFICIENT_STORAGE("InsufficientStorage", 507, "The store has no room for the object; deletes make room."),
    INTERNAL_ERROR("InternalError", 500, "We encountered an internal error. Please try again."),
    INVALID_ACCESS_KEY_ID(
            "InvalidAccessKeyId", 403, "The AWS Access Key Id you provided does not exist in our records."),
    INVALID_ARGUMENT("InvalidArgument", 400, "Invalid Argument"),
    INVALID_BUCKET_ACL_WITH_OBJECT_OWNERSHIP(
            "InvalidBucketAclWithObjectOwnership",
            400,
            "Bucket cannot have ACLs set with ObjectOwnership's BucketOwnerEnforced setting"),
    INVALID_BUCKET_NAME("InvalidBucketName", 400, "The specified bucket is not valid."),
    INVALID_CHUNK_SIZE(
            "InvalidChunkSizeError", 403, "Only the last chunk is allowed to have a size less than 8192 bytes"),
    INVALID_DIGEST("InvalidDigest", 400, "The Content-MD5 you specified was invalid."),
    INVALID_LOCATION_CONSTRAINT("InvalidLocationConstraint", 400, "The specified location constraint is not valid."),
    INVALID_PART(
            "InvalidPart",
            400,
            "One or more of the specified parts could not be found. The part may not have been "
                    + "uploaded, or the specified entity tag may not match the part's entity tag."),
    INVALID_PART_NUMBER("InvalidPartNumber", 416, "The requested partnumber is not satisfiable"),
    INVALID_PART_ORDER(
            "InvalidPartOrder",
            400,
            "The list of parts was not in ascending order. Parts must be ordered by part number."),
    INVALID_POLICY_DOCUMENT(
            "InvalidPolicyDocument",
            400,
            "The content of the form does not meet the conditions specified in the policy document."),
    INVALID_RANGE("InvalidRange", 416, "The requested range is not satisfiable"),
    INVALID_REQUEST("InvalidRequest", 400, "Invalid Request"),
    INVALID_STORAGE_CLASS("InvalidStorageClass", 400, "The storage class you specified is not valid."),
    INVALID_TAG("InvalidTag", 400, "The tag provided was not a valid tag."),
    INVALID_TOKEN("InvalidToken", 400, "The provided token is malformed or otherwise not valid."),
    INVALID_URI("InvalidURI", 400, "Couldn't parse the specified URI."),
    KEY_TOO_LONG("KeyTooLongError", 400, "Your key is too long"),
    MALFORMED_ACL(
            "MalformedACLError",
            400,
            "The XML you provided was not well-formed or did not validate against our published schema"),
    MALFORMED_POST_REQUEST(
            "MalformedPOSTRequest", 400, "The body of your POST request is not well-formed multipart/form-data."),
    MALFORMED_POLICY("MalformedPolicy", 400, "Policies must be valid JSON and the first byte must be '{'"),
    MALFORMED_TRAILER(
            "MalformedTrailerError",
            400,
            "The request contained trailing data that was not well-formed or did not conform to our "
                    + "published schema."),
    MALFORMED_XML(
            "MalformedXML",
            400,
            "The XML you provided was not well-formed or did not validate against our published schema"),
    MAX_MESSAGE_LENGTH_EXCEEDED("MaxMessageLengthExceeded", 400, "Your request was too big."),
    MAX_POST_PRE_DATA_LENGTH_EXCEEDED(
            "MaxPostPreDataLengthExceededError",
            400,
            "Your POST request fields preceding the upload file were too large."),
    METADATA_TOO_LARGE("MetadataTooLarge", 400, "Your metadata headers exceed the maximum allowed metadata size"),
    METHOD_NOT_ALLOWED("MethodNotAllowed", 405, "The specified method is not allowed against this resource."),
    MISSING_CONTENT_LENGTH("MissingContentLength", 411, "You must provide the Content-Length HTTP header."),
    MISSING_SECURITY_HEADER("MissingSecurityHeader", 400, "Your request is missing a required header."),
    NO_SUCH_BUCKET("NoSuchBucket", 404, "The specified bucket does not exist"),
    NO_SUCH_BUCKET_POLICY("NoSuchBucketPolicy", 404, "The bucket policy does not exist"),
    NO_SUCH_CONFIGURATION("NoSuchConfiguration", 404, "The specified configuration does not exist."),
    NO_SUCH_CORS_CONFIGURATION("NoSuchCORSConfiguration", 404, "The CORS configuration does not exist"),
    NO_SUCH_KEY("NoSuchKey", 404, "The specified key does not exist."),
    NO_SUCH_LIFECYCLE_CONFIGURATION("NoSuchLifecycleConfiguration", 404, "The lifecycle configuration does not exist"),
    NO_SUCH_PUBLIC_ACCESS_BLOCK_CONFIGURATION(
            "NoSuchPublicAccessBlockConfiguration", 404, "The public access block configuration was not found"),
    NO_SUCH_TAG_SET("NoSuchTagSet", 404, "The TagSet does not exist"),
    NO_SUCH_UPLOAD(
            "NoSuchUpload",
            404,
            "The specified multipart upload does not exist. The upload ID may be invalid, or the "
                    + "upload may have been aborted or completed."),
    NO_SUCH_VERSION("NoSuchVersion", 404, "The specified version does not exist."),
    NO_SUCH_WEBSITE_CONFIGURATION(
            "NoSuchWebsiteConfiguration", 404, "The specified bucket does not have a website configuration"),
    NOT_IMPLEMENTED("NotImplemented", 501, "A header you provided implies functionality that is not implemented"),
    NOT_MODIFIED("NotModified", 304, "Not Modified"),
    OBJECT_LOCK_CONFIGURATION_NOT_FOUND(
            "ObjectLockConfigurationNotFoundError", 404, "Object Lock configuration does not exist for this bucket"),
    OPERATION_ABORTED(
            "OperationAborted",
            409,
            "A conflicting conditional operation is currently in progress against this resource. Try " + "again."),
    OWNERSHIP_CONTROLS_NOT_FOUND("OwnershipControlsNotFoundError", 404, "The bucket ownership controls were not found"),
    PRECONDITION_FAILED("PreconditionFailed", 412, "At least one of the pre-conditions you specified did not hold"),
    QUOTA_EXCEEDED("QuotaExceeded", 403, "The bucket or its owner would hold more than the quota allows."),
    REPLICATION_CONFIGURATION_NOT_FOUND(
            "ReplicationConfigurationNotFoundError", 404, "The replication configuration was not found"),
    REQUEST_HEADER_SECTION_TOO_LARGE(
            "RequestHeaderSectionTooLarge", 400, "Your request header section exceeds the maximum allowed size."),
    REQUEST_TIME_TOO_SKEWED(
            "RequestTimeTooSkewed", 403, "The difference between the request time and the current time is too large."),
    REQUEST_TIMEOUT(
            "RequestTimeout",
            400,
            "Your socket connection to the server was not read from or written to within the timeout " + "period."),
    SERVER_SIDE_ENCRYPTION_CONFIGURATION_NOT_FOUND(
            "ServerSideEncryptionConfigurationNotFoundError",
            404,
            "The server side encryption configuration was not found"),
    SERVICE_UNAVAILABLE("ServiceUnavailable", 503, "Service is unable to handle request."),
    SIGNATURE_DOES_NOT_MATCH(
            "SignatureDoesNotMatch",
            403,
            "The request signature we calculated does not match the signature you provided. Check "
                    + "your key and signing method."),
    SLOW_DOWN("SlowDown", 503, "Please reduce your request rate."),
    UNEXPECTED_CONTENT("UnexpectedContent", 400, "This request does not support content"),
    UNRESOLVABLE_GRANT_BY_EMAIL_ADDRESS(
            "UnresolvableGrantByEmailAddress",
            400,
            "The email address you provided does not match any account on record."),
    CONTENT_SHA256_MISMATCH(
            "XAmzContentSHA256Mismatch",
            400,
            "The provided 'x-amz-content-sha256' header does not match what was computed.");

    private final String code;
    private final int status;
    private final String message;

    S3Error(String code, int status, String message) {
        this.code = code;
        this.status = status;
        this.message = message;
    }

    /** As it stands in the element {@code Code} of the answer. */
    public String code() {
        return code;
    }

    /** HTTP status. */
    public int status() {
        return status;
    }

    /** Default text of the element {@code Message}. */
    public String message() {
        return message;
    }
}
