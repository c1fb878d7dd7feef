package io.chameleon.s3.acl;

import io.chameleon.s3.acl.Acl.Grant;
import io.chameleon.s3.call.CanonicalUser;
import io.chameleon.s3.xml.XmlWriter;

/** The document AccessControlPolicy. */
public final class AclDocument {
    private AclDocument() {}

    public static String write(Acl acl) {
        XmlWriter document = XmlWriter.document("AccessControlPolicy");
        CanonicalUser.write(document, "Owner", acl.owner());
        document.open("AccessControlList");
        for (Grant grant : acl.grants()) {
            document.open("Grant");
            if (grant.grantee() instanceof Grantee.Group group) {
                document.openTyped("Grantee", "Group").text("URI", group.uri());
            } else {
                String name = ((Grantee.Named) grant.grantee()).name();
                CanonicalUser.writeInto(document.openTyped("Grantee", "CanonicalUser"), name);
            }
            document.close().text("Permission", grant.permission()).close();
        }
        return document.end();
    }
}
