package io.chameleon.s3.access;

import io.chameleon.s3.http.Percent;
import io.chameleon.s3.http.Query;
import io.chameleon.s3.policy.condition.Arn;
import io.chameleon.s3.policy.condition.ConditionKey;
import io.chameleon.s3.policy.condition.Facts;
import io.chameleon.s3.policy.condition.Subject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What conditions can ask about a request.
 *
 * @param user null: nobody
 * @param existing tags of the object that is there
 * @param prefix that is listed; null for the one that the query names
 */
record RequestFacts(
        Circumstances circumstances,
        @Nullable String user,
        Instant now,
        Map<String, String> existing,
        @Nullable String prefix)
        implements Facts {
    @Override
    public @Nullable List<String> of(ConditionKey key) {
        if (key.subject() == Subject.REQUEST_OBJECT_TAG_KEYS) {
            Map<String, String> tags = requested();
            return tags.isEmpty() ? null : List.copyOf(tags.keySet());
        }
        String value = one(key);
        return value == null ? null : List.of(value);
    }

    private @Nullable String one(ConditionKey key) {
        return switch (key.subject()) {
            case SOURCE_IP -> circumstances.request().client().ip();
            case SECURE_TRANSPORT ->
                Boolean.toString(circumstances.request().client().secure());
            case REFERER -> circumstances.request().header("referer");
            case USER_AGENT -> circumstances.request().header("user-agent");
            case CURRENT_TIME -> now.toString();
            case EPOCH_TIME -> Long.toString(now.getEpochSecond());
            case PRINCIPAL_ARN -> user == null ? null : Arn.ofUser(user);
            case USERNAME, USER_ID -> user;
            case PREFIX -> prefix != null ? prefix : query("prefix");
            case DELIMITER -> query("delimiter");
            case MAX_KEYS -> query("max-keys");
            case ACL -> circumstances.first("x-amz-acl");
            case GRANT_FULL_CONTROL -> circumstances.joined("x-amz-grant-full-control");
            case GRANT_READ -> circumstances.joined("x-amz-grant-read");
            case GRANT_READ_ACP -> circumstances.joined("x-amz-grant-read-acp");
            case GRANT_WRITE -> circumstances.joined("x-amz-grant-write");
            case GRANT_WRITE_ACP -> circumstances.joined("x-amz-grant-write-acp");
            case COPY_SOURCE -> copySource();
            case METADATA_DIRECTIVE -> circumstances.first("x-amz-metadata-directive");
            case STORAGE_CLASS -> circumstances.joined("x-amz-storage-class");
            case EXISTING_OBJECT_TAG -> existing.get(key.tag());
            case REQUEST_OBJECT_TAG -> requested().get(key.tag());
            case REQUEST_OBJECT_TAG_KEYS -> null;
        };
    }

    private @Nullable String query(String name) {
        return circumstances.request().query().get(name);
    }

    /** {@code bucket/key}, however it was coded. */
    private @Nullable String copySource() {
        String header = circumstances.first("x-amz-copy-source");
        if (header == null) {
            return null;
        }
        int mark = header.indexOf("?versionId=");
        String name = mark < 0 ? header : header.substring(0, mark);
        try {
            String decoded = Percent.decode(name);
            return decoded.startsWith("/") ? decoded.substring(1) : decoded;
        } catch (IllegalArgumentException e) {
            // The operation will refuse it.
            return name;
        }
    }

    /** Tags that the object is to have. What is no list of tags will be refused by the operation. */
    private Map<String, String> requested() {
        Map<String, String> given = circumstances.tags();
        if (given != null) {
            return given;
        }
        String header = circumstances.joined("x-amz-tagging");
        try {
            return header == null ? Map.of() : tags(header);
        } catch (IllegalArgumentException e) {
            return Map.of();
        }
    }

    /** @throws IllegalArgumentException if the text is not coded as a query is */
    private static Map<String, String> tags(String coded) {
        Map<String, String> tags = new TreeMap<>();
        Query.parse(coded).parameters().forEach(tag -> tags.put(tag.name(), tag.value()));
        return tags;
    }
}
