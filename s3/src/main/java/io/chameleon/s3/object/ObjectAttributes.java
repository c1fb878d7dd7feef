package io.chameleon.s3.object;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.s3.call.Arguments;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.version.ObjectVersions;
import io.chameleon.s3.xml.XmlWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** GetObjectAttributes. */
public final class ObjectAttributes {
    private static final Set<String> KNOWN = Set.of("ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize");
    private static final int MOST_PARTS = 1000;

    private final ObjectVersions versions;

    public ObjectAttributes(AsyncChameleonClient client) {
        this.versions = new ObjectVersions(client);
    }

    public CompletableFuture<S3Response> attributes(Call call) {
        Set<String> asked = asked(call);
        int after = number(call, "x-amz-part-number-marker", 0);
        int most = Math.min(MOST_PARTS, number(call, "x-amz-max-parts", MOST_PARTS));
        return versions.find(call).thenApply(info -> {
            StoredObject object = StoredObject.of(info);
            XmlWriter document = XmlWriter.document("GetObjectAttributesResponse");
            if (asked.contains("ETag")) {
                document.text("ETag", object.etag());
            }
            if (asked.contains("Checksum") && !object.checksums().isEmpty()) {
                checksum(document.open("Checksum"), object);
                document.close();
            }
            if (asked.contains("ObjectParts")) {
                parts(document, object, after, most);
            }
            if (asked.contains("StorageClass")) {
                document.text("StorageClass", object.storageClass());
            }
            if (asked.contains("ObjectSize")) {
                document.text("ObjectSize", info.size());
            }
            S3Response answer =
                    S3Response.xml(document.end()).header("Last-Modified", HttpDates.header(info.modified()));
            return ObjectVersions.tell(answer, call, info);
        });
    }

    private static Set<String> asked(Call call) {
        List<String> values = call.request().headers("x-amz-object-attributes");
        Set<String> asked = values.stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .collect(Collectors.toSet());
        if (asked.isEmpty() || !KNOWN.containsAll(asked)) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "Invalid attribute name specified.")
                    .with("ArgumentName", "x-amz-object-attributes")
                    .with("ArgumentValue", String.join(",", values));
        }
        return asked;
    }

    private static int number(Call call, String header, int otherwise) {
        String value = call.header(header);
        return value == null ? otherwise : Arguments.number(header, value);
    }

    /** One of the parts' checksums is told without their number here, and here alone. */
    private static void checksum(XmlWriter document, StoredObject object) {
        object.checksums()
                .forEach((name, value) ->
                        document.text("Checksum" + name.toUpperCase(Locale.ROOT), value.replaceFirst("-\\d+$", "")));
        document.text("ChecksumType", object.checksumType());
    }

    private static void parts(XmlWriter document, StoredObject object, int after, int most) {
        List<Long> sizes = ObjectParts.sizes(object.info());
        if (sizes.isEmpty()) {
            return;
        }
        int to = (int) Math.min(sizes.size(), (long) after + most);
        document.open("ObjectParts")
                .text("PartsCount", sizes.size())
                .text("PartNumberMarker", after)
                .text("NextPartNumberMarker", Math.max(after, to))
                .text("MaxParts", most)
                .text("IsTruncated", to < sizes.size());
        for (int i = after; i < to; i++) {
            String checksum = ObjectParts.checksum(object.info(), i + 1, sizes.size());
            document.open("Part");
            object.checksums()
                    .keySet()
                    .forEach(name -> document.text("Checksum" + name.toUpperCase(Locale.ROOT), checksum));
            document.text("PartNumber", i + 1).text("Size", sizes.get(i)).close();
        }
        document.close();
    }
}
