package io.chameleon.s3.acl;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.Element;
import io.chameleon.s3.xml.XmlReader;
import io.chameleon.s3.xml.XmlWriter;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What keeps a bucket from becoming public, whatever its ACLs and its policy say. */
public final class PublicAccessBlock {
    /** Where a bucket keeps it: the names of what is on, with commas. */
    public static final String SETTING = "public-access-block";

    private enum Switch {
        BLOCK_PUBLIC_ACLS("BlockPublicAcls"),
        IGNORE_PUBLIC_ACLS("IgnorePublicAcls"),
        BLOCK_PUBLIC_POLICY("BlockPublicPolicy"),
        RESTRICT_PUBLIC_BUCKETS("RestrictPublicBuckets");

        private final String element;

        Switch(String element) {
            this.element = element;
        }
    }

    private final Set<Switch> on;

    private PublicAccessBlock(Set<Switch> on) {
        this.on = on;
    }

    public static PublicAccessBlock of(BucketInfo bucket) {
        return parse(bucket.settings().get(SETTING));
    }

    private static PublicAccessBlock parse(@Nullable String text) {
        Set<Switch> on = EnumSet.noneOf(Switch.class);
        for (String name : text == null ? new String[0] : text.split(",")) {
            for (Switch known : Switch.values()) {
                if (known.element.equals(name)) {
                    on.add(known);
                }
            }
        }
        return new PublicAccessBlock(on);
    }

    /** From the document of PutPublicAccessBlock; what it does not name is off. */
    public static PublicAccessBlock read(byte[] document) {
        Element root = XmlReader.read(document, "PublicAccessBlockConfiguration");
        Set<Switch> on = EnumSet.noneOf(Switch.class);
        for (Switch known : Switch.values()) {
            String value = root.textOf(known.element).orElse("false").strip().toLowerCase(Locale.ROOT);
            if (!value.equals("true") && !value.equals("false")) {
                throw new S3Exception(S3Error.MALFORMED_XML);
            }
            if (value.equals("true")) {
                on.add(known);
            }
        }
        return new PublicAccessBlock(on);
    }

    public String coded() {
        return on.stream().map(known -> known.element).collect(Collectors.joining(","));
    }

    public String document() {
        XmlWriter document = XmlWriter.document("PublicAccessBlockConfiguration");
        for (Switch known : Switch.values()) {
            document.text(known.element, on.contains(known));
        }
        return document.end();
    }

    /** New ACLs that grant something to a group are refused. */
    public boolean blocksAcls() {
        return on.contains(Switch.BLOCK_PUBLIC_ACLS);
    }

    /** What ACLs grant to groups does not count. */
    public boolean ignoresAcls() {
        return on.contains(Switch.IGNORE_PUBLIC_ACLS);
    }

    /** New policies that allow something to everybody are refused. */
    public boolean blocksPolicy() {
        return on.contains(Switch.BLOCK_PUBLIC_POLICY);
    }

    /** What a policy that allows something to everybody allows counts for the owner alone. */
    public boolean restricts() {
        return on.contains(Switch.RESTRICT_PUBLIC_BUCKETS);
    }
}
