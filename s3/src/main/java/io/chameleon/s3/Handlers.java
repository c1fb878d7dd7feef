package io.chameleon.s3;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.s3.access.AccessControl;
import io.chameleon.s3.access.BucketCache;
import io.chameleon.s3.acl.AclRequests;
import io.chameleon.s3.auth.Authenticator;
import io.chameleon.s3.bucket.BucketAccess;
import io.chameleon.s3.bucket.BucketLifecycle;
import io.chameleon.s3.bucket.BucketOperations;
import io.chameleon.s3.bucket.BucketSettings;
import io.chameleon.s3.bucket.BucketTags;
import io.chameleon.s3.bucket.BucketVersioning;
import io.chameleon.s3.bucket.Cors;
import io.chameleon.s3.bucket.CorsDocuments;
import io.chameleon.s3.bucket.DeleteBucket;
import io.chameleon.s3.bucket.ListBuckets;
import io.chameleon.s3.bucket.PolicyDocuments;
import io.chameleon.s3.bucket.UnsetSettings;
import io.chameleon.s3.call.Handler;
import io.chameleon.s3.call.Operation;
import io.chameleon.s3.form.PostObject;
import io.chameleon.s3.lifecycle.Expiration;
import io.chameleon.s3.list.ListObjects;
import io.chameleon.s3.list.ListVersions;
import io.chameleon.s3.multipart.CompleteUpload;
import io.chameleon.s3.multipart.ListUploads;
import io.chameleon.s3.multipart.PutPart;
import io.chameleon.s3.multipart.UploadStart;
import io.chameleon.s3.object.CopyObject;
import io.chameleon.s3.object.CopySource;
import io.chameleon.s3.object.DeleteObject;
import io.chameleon.s3.object.DeleteObjects;
import io.chameleon.s3.object.GetObject;
import io.chameleon.s3.object.ObjectAcl;
import io.chameleon.s3.object.ObjectAttributes;
import io.chameleon.s3.object.ObjectTagging;
import io.chameleon.s3.object.PutObject;
import io.chameleon.s3.object.WriteCondition;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;

/** What carries out each operation. One that is not here is answered with NotImplemented. */
final class Handlers {
    private final AsyncChameleonClient client;
    private final BucketCache buckets;
    private final AccessControl access;
    private final AclRequests acls;
    private final CopySource.Finder sources;
    private final WriteCondition condition;
    private final Expiration expiration;
    private final Map<Operation, Handler> handlers = new EnumMap<>(Operation.class);

    private Handlers(
            AsyncChameleonClient client,
            BucketCache buckets,
            AccessControl access,
            AclRequests acls,
            Expiration expiration) {
        this.client = client;
        this.buckets = buckets;
        this.access = access;
        this.acls = acls;
        this.sources = new CopySource.Finder(client, buckets, access);
        this.condition = new WriteCondition(client);
        this.expiration = expiration;
    }

    static Map<Operation, Handler> of(
            S3Config config,
            AsyncChameleonClient client,
            BucketCache buckets,
            AccessControl access,
            AclRequests acls,
            Cors cors,
            Authenticator authenticator,
            InstantSource clock) {
        Handlers all = new Handlers(client, buckets, access, acls, new Expiration(clock));
        all.addBuckets(config.region());
        all.addSettings(cors);
        all.addLists();
        all.addObjects();
        all.addUploads();
        all.handlers.put(Operation.POST_OBJECT, new PostObject(client, access, acls, authenticator)::post);
        return all.handlers;
    }

    private void addBuckets(String region) {
        BucketOperations operations = new BucketOperations(client, acls, region);
        handlers.put(Operation.LIST_BUCKETS, new ListBuckets(client)::list);
        handlers.put(Operation.CREATE_BUCKET, operations::create);
        handlers.put(Operation.HEAD_BUCKET, operations::head);
        handlers.put(Operation.DELETE_BUCKET, new DeleteBucket(client, buckets)::delete);
        handlers.put(Operation.GET_BUCKET_LOCATION, operations::location);
    }

    private void addSettings(Cors cors) {
        BucketSettings settings = new BucketSettings(client, buckets);
        BucketVersioning versioning = new BucketVersioning(settings);
        handlers.put(Operation.GET_BUCKET_VERSIONING, versioning::get);
        handlers.put(Operation.PUT_BUCKET_VERSIONING, versioning::put);
        BucketAccess bucketAccess = new BucketAccess(settings, acls);
        handlers.put(Operation.GET_BUCKET_ACL, bucketAccess::acl);
        handlers.put(Operation.PUT_BUCKET_ACL, bucketAccess::putAcl);
        handlers.put(Operation.GET_PUBLIC_ACCESS_BLOCK, bucketAccess::block);
        handlers.put(Operation.PUT_PUBLIC_ACCESS_BLOCK, bucketAccess::putBlock);
        handlers.put(Operation.DELETE_PUBLIC_ACCESS_BLOCK, bucketAccess::deleteBlock);
        handlers.put(Operation.GET_BUCKET_OWNERSHIP_CONTROLS, bucketAccess::ownership);
        handlers.put(Operation.PUT_BUCKET_OWNERSHIP_CONTROLS, bucketAccess::putOwnership);
        handlers.put(Operation.DELETE_BUCKET_OWNERSHIP_CONTROLS, bucketAccess::deleteOwnership);
        BucketTags tags = new BucketTags(settings);
        handlers.put(Operation.GET_BUCKET_TAGGING, tags::tags);
        handlers.put(Operation.PUT_BUCKET_TAGGING, tags::put);
        handlers.put(Operation.DELETE_BUCKET_TAGGING, tags::delete);
        handlers.put(Operation.GET_BUCKET_UNSET, UnsetSettings::get);
        handlers.put(Operation.DELETE_BUCKET_UNSET, UnsetSettings::delete);
        PolicyDocuments policies = new PolicyDocuments(settings, access);
        handlers.put(Operation.GET_BUCKET_POLICY, policies::policy);
        handlers.put(Operation.PUT_BUCKET_POLICY, policies::put);
        handlers.put(Operation.DELETE_BUCKET_POLICY, policies::delete);
        handlers.put(Operation.GET_BUCKET_POLICY_STATUS, policies::status);
        CorsDocuments rules = new CorsDocuments(settings);
        handlers.put(Operation.GET_BUCKET_CORS, rules::cors);
        handlers.put(Operation.PUT_BUCKET_CORS, rules::put);
        handlers.put(Operation.DELETE_BUCKET_CORS, rules::delete);
        BucketLifecycle lifecycle = new BucketLifecycle(settings);
        handlers.put(Operation.GET_BUCKET_LIFECYCLE, lifecycle::get);
        handlers.put(Operation.PUT_BUCKET_LIFECYCLE, lifecycle::put);
        handlers.put(Operation.DELETE_BUCKET_LIFECYCLE, lifecycle::delete);
        handlers.put(Operation.PREFLIGHT, cors::preflight);
    }

    private void addLists() {
        ListObjects list = new ListObjects(client);
        handlers.put(Operation.LIST_OBJECTS, list::version1);
        handlers.put(Operation.LIST_OBJECTS_V2, list::version2);
        handlers.put(Operation.LIST_OBJECT_VERSIONS, new ListVersions(client)::list);
    }

    private void addObjects() {
        GetObject get = new GetObject(client, expiration);
        DeleteObject delete = new DeleteObject(client);
        ObjectTagging tagging = new ObjectTagging(client, access);
        ObjectAttributes attributes = new ObjectAttributes(client);
        handlers.put(Operation.GET_OBJECT, get::get);
        handlers.put(Operation.HEAD_OBJECT, get::get);
        handlers.put(Operation.PUT_OBJECT, new PutObject(client, condition, acls, expiration)::put);
        handlers.put(Operation.COPY_OBJECT, new CopyObject(client, condition, sources, acls, expiration)::copy);
        handlers.put(Operation.DELETE_OBJECT, delete::delete);
        handlers.put(Operation.DELETE_OBJECTS, new DeleteObjects(delete, access)::delete);
        handlers.put(Operation.GET_OBJECT_ATTRIBUTES, attributes::attributes);
        ObjectAcl acl = new ObjectAcl(client, acls);
        handlers.put(Operation.GET_OBJECT_ACL, acl::get);
        handlers.put(Operation.PUT_OBJECT_ACL, acl::put);
        handlers.put(Operation.GET_OBJECT_TAGGING, tagging::get);
        handlers.put(Operation.PUT_OBJECT_TAGGING, tagging::put);
        handlers.put(Operation.DELETE_OBJECT_TAGGING, tagging::delete);
    }

    private void addUploads() {
        UploadStart start = new UploadStart(client.uploads(), acls);
        PutPart parts = new PutPart(client, sources);
        ListUploads list = new ListUploads(client.uploads());
        handlers.put(Operation.CREATE_MULTIPART_UPLOAD, start::create);
        handlers.put(Operation.ABORT_MULTIPART_UPLOAD, start::abort);
        handlers.put(Operation.UPLOAD_PART, parts::put);
        handlers.put(Operation.UPLOAD_PART_COPY, parts::copy);
        handlers.put(Operation.COMPLETE_MULTIPART_UPLOAD, new CompleteUpload(client, condition, expiration)::complete);
        handlers.put(Operation.LIST_PARTS, list::parts);
        handlers.put(Operation.LIST_MULTIPART_UPLOADS, list::uploads);
    }
}
