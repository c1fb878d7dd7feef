package io.chameleon.s3.acl;

import io.chameleon.s3.acl.Acl.Grant;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.Element;
import io.chameleon.s3.xml.XmlReader;
import io.chameleon.s3.xml.XmlWriter;
import java.util.List;

/** The document AccessControlPolicy. */
public final class AclDocument {
    private AclDocument() {}

    public static String write(Acl acl) {
        XmlWriter document = XmlWriter.document("AccessControlPolicy");
        Call.user(document, "Owner", acl.owner());
        document.open("AccessControlList");
        for (Grant grant : acl.grants()) {
            document.open("Grant");
            if (grant.grantee() instanceof Grantee.Group group) {
                document.openTyped("Grantee", "Group").text("URI", group.uri());
            } else {
                String name = ((Grantee.Named) grant.grantee()).name();
                String shown = name.isEmpty() ? Call.NOBODY : name;
                document.openTyped("Grantee", "CanonicalUser").text("ID", shown).text("DisplayName", shown);
            }
            document.close().text("Permission", grant.permission()).close();
        }
        return document.end();
    }

    /** @param owner of what it is about, which no list changes */
    static Acl read(byte[] document, String owner, Grantees grantees) {
        Element root = XmlReader.read(document, "AccessControlPolicy");
        root.first("Owner").flatMap(given -> given.textOf("ID")).ifPresent(id -> {
            if (!grantees.name(id, owner).equals(owner)) {
                throw new S3Exception(S3Error.ACCESS_DENIED);
            }
        });
        List<Grant> grants = root.first("AccessControlList")
                .orElseThrow(() -> new S3Exception(S3Error.MALFORMED_ACL))
                .all("Grant")
                .map(grant -> grant(grant, owner, grantees))
                .toList();
        return new Acl(owner, grants);
    }

    private static Grant grant(Element grant, String owner, Grantees grantees) {
        Element to = grant.first("Grantee").orElseThrow(() -> new S3Exception(S3Error.MALFORMED_ACL));
        Grantee grantee;
        if (to.first("URI").isPresent()) {
            grantee = grantees.group(to.require("URI"));
        } else if (to.first("EmailAddress").isPresent()) {
            throw Grantees.unresolvable(to.require("EmailAddress"));
        } else {
            String id = to.textOf("ID").orElseThrow(() -> new S3Exception(S3Error.MALFORMED_ACL));
            grantee = grantees.user(id, owner);
        }
        String permission = grant.textOf("Permission").orElse("");
        for (Permission known : Permission.values()) {
            if (known.name().equals(permission)) {
                return new Grant(grantee, known);
            }
        }
        throw new S3Exception(S3Error.MALFORMED_ACL);
    }
}
