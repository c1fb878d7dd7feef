package io.chameleon.s3.list;

import io.chameleon.client.options.ListOptions;
import io.chameleon.s3.call.Arguments;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.Percent;
import io.chameleon.s3.http.Query;
import io.chameleon.s3.xml.XmlWriter;
import java.util.Collection;

/**
 * What a listing asks for, whatever its version.
 *
 * @param maxKeys 0 to 1000, which is what a request for more gets and is told
 * @param urlCoded whether keys are answered percent-coded
 */
public record ListRequest(String prefix, String delimiter, int maxKeys, boolean urlCoded) {
    private static final int MOST = 1000;

    public static ListRequest of(Query query) {
        String encoding = query.get("encoding-type", "");
        if (!encoding.isEmpty() && !encoding.equals("url")) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "Invalid Encoding Method specified in Request")
                    .with("ArgumentName", "encoding-type")
                    .with("ArgumentValue", encoding);
        }
        return new ListRequest(
                Arguments.text(query, "prefix"),
                Arguments.text(query, "delimiter"),
                Math.min(MOST, Arguments.number(query, "max-keys", MOST)),
                encoding.equals("url"));
    }

    /** For the store: what follows a text. */
    ListOptions after(String text) {
        return new ListOptions(prefix, delimiter, text, maxKeys);
    }

    /** What keys were folded into. */
    public void commonPrefixes(XmlWriter document, Collection<String> prefixes) {
        prefixes.forEach(folded ->
                document.open("CommonPrefixes").text("Prefix", shown(folded)).close());
    }

    /** A key, or part of one, as it is answered. */
    public String shown(String text) {
        return urlCoded ? Percent.encode(text) : text;
    }
}
