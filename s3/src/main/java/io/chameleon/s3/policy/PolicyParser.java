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
import java.util.List;
import java.util.Locale;
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

    private final String bucket;

    PolicyParser(String bucket) {
        this.bucket = bucket;
    }

    List<Statement> statements(byte[] document) {
        if (document.length > MAX_BYTES) {
            throw PolicyElements.malformed(
                    "Normalized policy document exceeds the maximum allowed size of " + MAX_BYTES + " bytes.");
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
        PolicyElements.requireKnown(policy, DOCUMENT);
        if (policy.has("Version") && !VERSIONS.contains(policy.get("Version").asText())) {
            throw PolicyElements.malformed("The policy must contain a valid version string");
        }
        List<Statement> statements = new ArrayList<>();
        for (JsonNode statement : PolicyElements.many(policy, "Statement")) {
            statements.add(statement(statement));
        }
        return List.copyOf(statements);
    }

    private Statement statement(JsonNode statement) {
        if (!statement.isObject()) {
            throw PolicyElements.malformed("Policy has an invalid statement");
        }
        if (statement.has("NotPrincipal") && statement.path("Effect").asText().equals("Allow")) {
            throw PolicyElements.malformed("Allow with NotPrincipal is not allowed.");
        }
        for (String element : NOT_CARRIED_OUT) {
            if (statement.has(element)) {
                throw PolicyElements.notImplemented("the element " + element);
            }
        }
        PolicyElements.requireKnown(statement, STATEMENT);
        Set<PolicyAction> actions = EnumSet.noneOf(PolicyAction.class);
        for (JsonNode action : PolicyElements.many(statement, "Action")) {
            actions.addAll(actions(PolicyElements.text(action, "action")));
        }
        List<String> resources = new ArrayList<>();
        for (JsonNode resource : PolicyElements.many(statement, "Resource")) {
            resources.add(resource(PolicyElements.text(resource, "resource")));
        }
        requireTogether(actions, resources);
        Principals principals = Principals.of(statement.path("Principal"));
        JsonNode condition = statement.get("Condition");
        return new Statement(
                allows(statement.path("Effect").asText()),
                principals.everybody(),
                principals.users(),
                actions,
                resources,
                condition == null ? Conditions.NONE : Conditions.parse(condition));
    }

    private static boolean allows(String effect) {
        return switch (effect) {
            case "Allow" -> true;
            case "Deny" -> false;
            default -> throw PolicyElements.malformed("Invalid effect: " + effect);
        };
    }

    private static Set<PolicyAction> actions(String pattern) {
        if (!pattern.equals("*") && !pattern.toLowerCase(Locale.ROOT).startsWith("s3:")) {
            throw PolicyElements.malformed("Policy has invalid action").with("Detail", pattern);
        }
        Set<PolicyAction> actions = PolicyAction.matching(pattern);
        if (actions.isEmpty()) {
            throw PolicyElements.notImplemented("the action " + pattern);
        }
        return actions;
    }

    private String resource(String arn) {
        String pattern = arn.startsWith(RESOURCE) ? arn.substring(RESOURCE.length()) : "";
        int slash = pattern.indexOf('/');
        String ofBucket = slash < 0 ? pattern : pattern.substring(0, slash);
        if (!arn.equals("*") && !Wildcard.matches(ofBucket, bucket)) {
            throw PolicyElements.malformed("Policy has invalid resource").with("Detail", arn);
        }
        if (arn.contains("${")) {
            throw PolicyElements.notImplemented("variables");
        }
        return arn.equals("*") ? "*" : pattern;
    }

    /** An action on objects that names only the bucket, or the reverse, would silently do nothing. */
    private void requireTogether(Set<PolicyAction> actions, List<String> resources) {
        boolean objects = resources.stream().anyMatch(pattern -> pattern.indexOf('/') >= 0 || pattern.endsWith("*"));
        boolean itself = resources.stream().anyMatch(pattern -> Wildcard.matches(pattern, bucket));
        boolean anyUsed = actions.stream().anyMatch(action -> action.ofObject() ? objects : itself);
        if (!anyUsed) {
            throw PolicyElements.malformed("Action does not apply to any resource(s) in statement");
        }
    }
}
