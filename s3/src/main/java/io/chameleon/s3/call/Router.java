package io.chameleon.s3.call;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.Query;
import io.chameleon.s3.http.S3Request;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the operation that a request asks for: by what it points at, its method and its sub-resource, the query
 * parameter that names a part of a bucket or of an object.
 */
public final class Router {
    private record Row(String subResource, Map<String, Operation> methods) {}

    private static final List<Row> BUCKET = List.of(
            new Row("location", Map.of("GET", Operation.GET_BUCKET_LOCATION)),
            new Row(
                    "versioning",
                    Map.of("GET", Operation.GET_BUCKET_VERSIONING, "PUT", Operation.PUT_BUCKET_VERSIONING)),
            new Row("acl", Map.of("GET", Operation.GET_BUCKET_ACL, "PUT", Operation.PUT_BUCKET_ACL)),
            new Row(
                    "tagging",
                    settings(
                            Operation.GET_BUCKET_TAGGING,
                            Operation.PUT_BUCKET_TAGGING,
                            Operation.DELETE_BUCKET_TAGGING)),
            new Row(
                    "cors",
                    settings(Operation.GET_BUCKET_CORS, Operation.PUT_BUCKET_CORS, Operation.DELETE_BUCKET_CORS)),
            new Row(
                    "lifecycle",
                    settings(
                            Operation.GET_BUCKET_LIFECYCLE,
                            Operation.PUT_BUCKET_LIFECYCLE,
                            Operation.DELETE_BUCKET_LIFECYCLE)),
            new Row("policyStatus", Map.of("GET", Operation.GET_BUCKET_POLICY_STATUS)),
            new Row(
                    "policy",
                    settings(Operation.GET_BUCKET_POLICY, Operation.PUT_BUCKET_POLICY, Operation.DELETE_BUCKET_POLICY)),
            new Row(
                    "publicAccessBlock",
                    settings(
                            Operation.GET_PUBLIC_ACCESS_BLOCK,
                            Operation.PUT_PUBLIC_ACCESS_BLOCK,
                            Operation.DELETE_PUBLIC_ACCESS_BLOCK)),
            new Row(
                    "ownershipControls",
                    settings(
                            Operation.GET_BUCKET_OWNERSHIP_CONTROLS,
                            Operation.PUT_BUCKET_OWNERSHIP_CONTROLS,
                            Operation.DELETE_BUCKET_OWNERSHIP_CONTROLS)),
            new Row("uploads", Map.of("GET", Operation.LIST_MULTIPART_UPLOADS)),
            new Row("versions", Map.of("GET", Operation.LIST_OBJECT_VERSIONS)),
            new Row("delete", Map.of("POST", Operation.DELETE_OBJECTS)));

    /** Parts of a bucket that this gateway's buckets never have. */
    public static final Set<String> UNSET = Set.of(
            "abac",
            "accelerate",
            "analytics",
            "encryption",
            "intelligent-tiering",
            "inventory",
            "logging",
            "metadataConfiguration",
            "metadataInventoryTable",
            "metadataJournalTable",
            "metadataTable",
            "metrics",
            "notification",
            "object-lock",
            "replication",
            "requestPayment",
            "session",
            "website");

    private static final List<Row> OBJECT = List.of(
            new Row("acl", Map.of("GET", Operation.GET_OBJECT_ACL, "PUT", Operation.PUT_OBJECT_ACL)),
            new Row(
                    "tagging",
                    settings(
                            Operation.GET_OBJECT_TAGGING,
                            Operation.PUT_OBJECT_TAGGING,
                            Operation.DELETE_OBJECT_TAGGING)),
            new Row("attributes", Map.of("GET", Operation.GET_OBJECT_ATTRIBUTES)),
            new Row("uploads", Map.of("POST", Operation.CREATE_MULTIPART_UPLOAD)),
            new Row(
                    "uploadId",
                    Map.of(
                            "GET", Operation.LIST_PARTS,
                            "PUT", Operation.UPLOAD_PART,
                            "POST", Operation.COMPLETE_MULTIPART_UPLOAD,
                            "DELETE", Operation.ABORT_MULTIPART_UPLOAD)));

    private static final Set<String> OBJECT_UNSUPPORTED =
            Set.of("append", "encryption", "legal-hold", "renameObject", "restore", "retention", "select", "torrent");

    private static final Map<String, Operation> PLAIN_BUCKET = Map.of(
            "GET", Operation.LIST_OBJECTS,
            "PUT", Operation.CREATE_BUCKET,
            "HEAD", Operation.HEAD_BUCKET,
            "DELETE", Operation.DELETE_BUCKET,
            "POST", Operation.POST_OBJECT);

    private static final Map<String, Operation> PLAIN_OBJECT = Map.of(
            "GET", Operation.GET_OBJECT,
            "HEAD", Operation.HEAD_OBJECT,
            "PUT", Operation.PUT_OBJECT,
            "DELETE", Operation.DELETE_OBJECT);

    private Router() {}

    private static Map<String, Operation> settings(Operation get, Operation put, Operation delete) {
        return Map.of("GET", get, "PUT", put, "DELETE", delete);
    }

    /** @throws S3Exception NotImplemented, MethodNotAllowed, InvalidURI, or InvalidArgument for a part of no upload */
    public static Operation route(S3Request request, Target target) {
        String method = request.method();
        if (method.equals("OPTIONS")) {
            return Operation.PREFLIGHT;
        }
        if (target.isService() && target.isObject()) {
            throw new S3Exception(S3Error.INVALID_URI, "The path names a key and no bucket");
        }
        if (target.isService() && method.equals("POST")) {
            // Clients of STS and IAM may have this address, too.
            throw new S3Exception(S3Error.NOT_IMPLEMENTED, "Of Amazon's services this gateway offers S3 alone");
        }
        if (target.isService()) {
            return require(method.equals("GET") ? Operation.LIST_BUCKETS : null, target);
        }
        return target.isObject() ? object(request, target) : bucket(request, target);
    }

    private static Operation bucket(S3Request request, Target target) {
        Query query = request.query();
        String method = request.method();
        for (Row row : BUCKET) {
            if (query.has(row.subResource())) {
                return require(row.methods().get(method), target);
            }
        }
        if (UNSET.stream().anyMatch(query::has)) {
            return switch (method) {
                case "GET" -> Operation.GET_BUCKET_UNSET;
                case "DELETE" -> Operation.DELETE_BUCKET_UNSET;
                default -> Operation.PUT_BUCKET_UNSUPPORTED;
            };
        }
        if (method.equals("GET") && query.get("list-type", "").equals("2")) {
            return Operation.LIST_OBJECTS_V2;
        }
        return require(PLAIN_BUCKET.get(method), target);
    }

    private static Operation object(S3Request request, Target target) {
        Query query = request.query();
        String method = request.method();
        boolean copies = request.header("x-amz-copy-source") != null;
        for (Row row : OBJECT) {
            if (query.has(row.subResource())) {
                Operation found = require(row.methods().get(method), target);
                return found == Operation.UPLOAD_PART && copies ? Operation.UPLOAD_PART_COPY : found;
            }
        }
        if (OBJECT_UNSUPPORTED.stream().anyMatch(query::has)) {
            return Operation.OBJECT_UNSUPPORTED;
        }
        Operation found = require(PLAIN_OBJECT.get(method), target);
        if (found == Operation.PUT_OBJECT && query.has("partNumber")) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "A part number needs the uploadId of its multipart upload")
                    .with("ArgumentName", "partNumber")
                    .with("ArgumentValue", query.get("partNumber", ""));
        }
        return found == Operation.PUT_OBJECT && copies ? Operation.COPY_OBJECT : found;
    }

    private static Operation require(@Nullable Operation found, Target target) {
        if (found == null) {
            String kind = target.isService() ? "SERVICE" : target.isObject() ? "OBJECT" : "BUCKET";
            throw new S3Exception(S3Error.METHOD_NOT_ALLOWED).with("ResourceType", kind);
        }
        return found;
    }
}
