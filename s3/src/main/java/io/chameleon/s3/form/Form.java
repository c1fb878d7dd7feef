package io.chameleon.s3.form;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fields before the file.
 *
 * @param fields by name in lower case, and in the key the file's name instead of {@code ${filename}}
 * @param fileName as the browser gives it, without directories; empty if it does not
 */
public record Form(Map<String, String> fields, String fileName) {
    private static final String KEY = "key";
    private static final String VARIABLE = "${filename}";

    public Form {
        Map<String, String> resolved = new TreeMap<>(fields);
        String name = fileName.substring(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
        resolved.computeIfPresent(KEY, (field, key) -> key.replace(VARIABLE, name));
        fields = Collections.unmodifiableMap(resolved);
        fileName = name;
    }
}
