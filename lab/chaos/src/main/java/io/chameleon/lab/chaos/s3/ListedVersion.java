package io.chameleon.lab.chaos.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a listing of versions.
 *
 * @param entityTag "" of a delete marker
 */
public record ListedVersion(String key, String version, String entityTag) {
    private static final Pattern VERSION = Pattern.compile(
            "<(Version|DeleteMarker)><Key>([^<]*)</Key><VersionId>([^<]*)</VersionId>(?:(?!</(?:Version|DeleteMarker)>).)*",
            Pattern.DOTALL);
    private static final Pattern ENTITY_TAG = Pattern.compile("<ETag>(?:&quot;|\")?([0-9a-f-]+)");

    /** The lines of a document. */
    static List<ListedVersion> parse(String document) {
        List<ListedVersion> listed = new ArrayList<>();
        Matcher version = VERSION.matcher(document);
        while (version.find()) {
            boolean isMarker = version.group(1).equals("DeleteMarker");
            String tag = isMarker ? "" : S3Answer.only(ENTITY_TAG, version.group());
            listed.add(new ListedVersion(version.group(2), version.group(3), tag));
        }
        return listed;
    }
}
