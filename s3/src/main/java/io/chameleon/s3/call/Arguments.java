package io.chameleon.s3.call;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Utf8;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.Query;

/** Reads arguments; a bad one is an InvalidArgument that names it. */
public final class Arguments {
    private Arguments() {}

    /** A text that a key can be compared with; "" if absent. */
    public static String text(Query query, String name) {
        String value = query.get(name, "");
        if (!Utf8.isStorable(value, ObjectId.MAX_KEY_BYTES)) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, name + " is no text of at most 1024 bytes without NUL")
                    .with("ArgumentName", name);
        }
        return value;
    }

    /** A number from 0 on; what is larger than an int is its largest. */
    public static int number(Query query, String name, int otherwise) {
        String value = query.get(name, "");
        return value.isEmpty() ? otherwise : number(name, value);
    }

    /** The same for a value of a header. */
    public static int number(String name, String value) {
        if (!value.matches("[0-9]{1,18}")) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT, "Provided " + name + " not an integer or within integer range")
                    .with("ArgumentName", name)
                    .with("ArgumentValue", value);
        }
        return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(value));
    }
}
