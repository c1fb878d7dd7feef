package io.chameleon.s3.acl;

import io.chameleon.s3.acl.Acl.Grant;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.Element;
import io.chameleon.s3.xml.XmlReader;
import java.util.List;

/**
 * Reads the document AccessControlPolicy.
 *
 * @param owner of what it is about, which no list changes
 */
record AclReader(String owner, Grantees grantees) {
    Acl read(byte[] document) {
        Element root = XmlReader.read(document, "AccessControlPolicy");
        root.first("Owner").flatMap(given -> given.textOf("ID")).ifPresent(id -> {
            if (!grantees.name(id, owner).equals(owner)) {
                throw new S3Exception(S3Error.ACCESS_DENIED);
            }
        });
        List<Grant> grants = root.first("AccessControlList")
                .orElseThrow(() -> new S3Exception(S3Error.MALFORMED_ACL))
                .all("Grant")
                .map(this::grant)
                .toList();
        return new Acl(owner, grants);
    }

    private Grant grant(Element grant) {
        Element to = grant.first("Grantee").orElseThrow(() -> new S3Exception(S3Error.MALFORMED_ACL));
        Grantee grantee = grantee(to);
        return grant.textOf("Permission")
                .flatMap(Permission::named)
                .map(permission -> new Grant(grantee, permission))
                .orElseThrow(() -> new S3Exception(S3Error.MALFORMED_ACL));
    }

    private Grantee grantee(Element to) {
        if (to.first("URI").isPresent()) {
            return grantees.group(to.require("URI"));
        }
        if (to.first("EmailAddress").isPresent()) {
            throw Grantees.unresolvable(to.require("EmailAddress"));
        }
        String id = to.textOf("ID").orElseThrow(() -> new S3Exception(S3Error.MALFORMED_ACL));
        return grantees.user(id, owner);
    }
}
