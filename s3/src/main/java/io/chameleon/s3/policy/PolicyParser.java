package io.chameleon.s3.policy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.policy.condition.Conditions;
import io.chameleon.s3.policy.condition.Wildcard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads policies of one bucket. Nothing in them is passed over. */
final class PolicyParser {
    static final int MAX_BYTES = 20 * 1024;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Set<String> DOCUMENT = Set.of("Version", "Id", "Statement");
    private static final Set<String> VERSIONS = Set.of("2012-10-17", "2008-10-17");
    private static final Set<String> STATEMENT =
            Set.of("Sid", "Effect", "Principal", "Action", "Resource", "Condition");
    private static final Set<String> NOT_CARRIED_OUT = Set.of("NotPrincipal", "NotAction", "NotResource");
    private static final String RESOURCE = "arn:aws:s3:::";
    private static final String USER_ARN = "arn:aws:iam::";
    private static final String USER = ":user/";
    private static final String ROOT = ":root";

    private final String bucket;

    PolicyParser(String bucket) {
        this.bucket = bucket;
    }

    List<Statement> statements(byte[] document) {
        if (document.length > MAX_BYTES) {
            throw malformed("Normalized policy document exceeds the maximum allowed size of " + MAX_BYTES + " bytes.");
        }
        JsonNode policy;
        try {
            policy = JSON.readTree(document);
        } catch (IOException e) {
            throw new S3Exception(S3Error.MALFORMED_POLICY);
        }
        if (!policy.isObject()) {
            throw new S3Exception(S3Error.MALFORMED_POLICY);
        }
        requireKnown(policy, DOCUMENT);
        if (policy.has("Version") && !VERSIONS.contains(policy.get("Version").asText())) {
            throw malformed("The policy must contain a valid version string");
        }
        List<Statement> statements = new ArrayList<>();
        for (JsonNode statement : many(policy, "Statement")) {
            statements.add(statement(statement));
        }
        return List.copyOf(statements);
    }

    private Statement statement(JsonNode statement) {
        if (!statement.isObject()) {
            throw malformed("Policy has an invalid statement");
        }
        if (statement.has("NotPrincipal") && statement.path("Effect").asText().equals("Allow")) {
            throw malformed("Allow with NotPrincipal is not allowed.");
        }
        for (String element : NOT_CARRIED_OUT) {
            if (statement.has(element)) {
                throw notImplemented("the element " + element);
            }
        }
        requireKnown(statement, STATEMENT);
        Set<PolicyAction> actions = EnumSet.noneOf(PolicyAction.class);
        for (JsonNode action : many(statement, "Action")) {
            actions.addAll(actions(text(action, "action")));
        }
        List<String> resources = new ArrayList<>();
        for (JsonNode resource : many(statement, "Resource")) {
            resources.add(resource(text(resource, "resource")));
        }
        requireTogether(actions, resources);
        Set<String> users = new HashSet<>();
        boolean everybody = principals(statement.path("Principal"), users);
        JsonNode condition = statement.get("Condition");
        return new Statement(
                allows(statement.path("Effect").asText()),
                everybody,
                Set.copyOf(users),
                actions,
                resources,
                condition == null ? Conditions.NONE : Conditions.parse(condition));
    }

    private static boolean allows(String effect) {
        return switch (effect) {
            case "Allow" -> true;
            case "Deny" -> false;
            default -> throw malformed("Invalid effect: " + effect);
        };
    }

    /** Answers whether everybody is meant; adds to the users those that are. */
    private static boolean principals(JsonNode principal, Set<String> users) {
        if (principal.isTextual()) {
            if (principal.textValue().equals("*")) {
                return true;
            }
            throw malformed("Invalid principal in policy");
        }
        if (!principal.isObject() || principal.size() != 1) {
            throw malformed("Invalid principal in policy");
        }
        if (!principal.has("AWS")) {
            throw notImplemented("a principal that is no user");
        }
        boolean everybody = false;
        for (JsonNode user : many(principal, "AWS")) {
            String name = text(user, "principal");
            if (name.equals("*")) {
                everybody = true;
            } else {
                users.add(user(name));
            }
        }
        return everybody;
    }

    /**
     * A user's name, plain or as Amazon writes it: {@code arn:aws:iam::ACCOUNT:user/NAME}, or
     * {@code arn:aws:iam::NAME:root}, for a user owns buckets as an account does there.
     */
    private static String user(String principal) {
        if (principal.startsWith(USER_ARN) && principal.endsWith(ROOT)) {
            String account = principal.substring(USER_ARN.length(), principal.length() - ROOT.length());
            if (!account.isEmpty() && account.indexOf('*') < 0) {
                return account;
            }
        }
        int name = principal.indexOf(USER);
        if (principal.startsWith(USER_ARN) && name > 0) {
            return principal.substring(name + USER.length());
        }
        if (principal.isEmpty() || principal.startsWith("arn:") || principal.indexOf('*') >= 0) {
            throw malformed("Invalid principal in policy").with("Detail", principal);
        }
        return principal;
    }

    private static Set<PolicyAction> actions(String pattern) {
        if (!pattern.equals("*") && !pattern.toLowerCase(Locale.ROOT).startsWith("s3:")) {
            throw malformed("Policy has invalid action").with("Detail", pattern);
        }
        Set<PolicyAction> actions = PolicyAction.matching(pattern);
        if (actions.isEmpty()) {
            throw notImplemented("the action " + pattern);
        }
        return actions;
    }

    private String resource(String arn) {
        String pattern = arn.startsWith(RESOURCE) ? arn.substring(RESOURCE.length()) : "";
        int slash = pattern.indexOf('/');
        String ofBucket = slash < 0 ? pattern : pattern.substring(0, slash);
        if (!arn.equals("*") && !Wildcard.matches(ofBucket, bucket)) {
            throw malformed("Policy has invalid resource").with("Detail", arn);
        }
        if (arn.contains("${")) {
            throw notImplemented("variables");
        }
        return arn.equals("*") ? "*" : pattern;
    }

    /** An action on objects that names only the bucket, or the reverse, would silently do nothing. */
    private void requireTogether(Set<PolicyAction> actions, List<String> resources) {
        boolean objects = resources.stream().anyMatch(pattern -> pattern.indexOf('/') >= 0 || pattern.endsWith("*"));
        boolean itself = resources.stream().anyMatch(pattern -> Wildcard.matches(pattern, bucket));
        boolean anyUsed = actions.stream().anyMatch(action -> action.ofObject() ? objects : itself);
        if (!anyUsed) {
            throw malformed("Action does not apply to any resource(s) in statement");
        }
    }

    /** The elements of a list; one alone needs no brackets. */
    private static List<JsonNode> many(JsonNode parent, String name) {
        JsonNode value = parent.get(name);
        if (value == null || (value.isArray() && value.isEmpty())) {
            throw malformed("Missing required field " + name);
        }
        List<JsonNode> all = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(all::add);
        } else {
            all.add(value);
        }
        return all;
    }

    private static String text(JsonNode value, String what) {
        if (!value.isTextual()) {
            throw malformed("Policy has invalid " + what);
        }
        return value.textValue();
    }

    private static void requireKnown(JsonNode object, Set<String> known) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!known.contains(field.getKey())) {
                throw malformed("Unknown field " + field.getKey());
            }
        }
    }

    private static S3Exception malformed(String message) {
        return new S3Exception(S3Error.MALFORMED_POLICY, message);
    }

    private static S3Exception notImplemented(String what) {
        return new S3Exception(S3Error.NOT_IMPLEMENTED, "Policies with " + what + " are not implemented.");
    }
}
