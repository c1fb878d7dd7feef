package io.chameleon.client.listen;

import java.util.Locale;

/** What an application asks of a client; the name of the method that asks. More may be added. */
public enum Operation {
    PUT,
    GET,
    GET_TO,
    OPEN,
    READ,
    HEAD,
    EXISTS,
    DELETE,
    DELETE_ALL,
    UPDATE_METADATA,
    VERIFY,
    LIST,
    CHUNKS,
    COPY,
    HISTORY,
    BEGIN_UPLOAD,
    FIND_UPLOAD,
    PUT_PART,
    PUT_PARTS,
    SHARE_PART,
    LIST_PARTS,
    COMPLETE_UPLOAD,
    ABORT_UPLOAD,
    LIST_UPLOADS,
    FIND_VERSION,
    LIST_VERSIONS,
    CREATE_BUCKET,
    DELETE_BUCKET,
    FIND_BUCKET,
    LIST_BUCKETS,
    CONFIGURE_BUCKET,
    SET_BUCKET_POLICY,
    GRANT,
    REVOKE,
    LIST_GRANTS,
    CLUSTER_VIEW,
    WEAR;

    /** As a label of a metric or the name of a span: {@code get_to}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
