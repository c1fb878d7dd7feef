package io.chameleon.cli.object;

import io.chameleon.cli.output.TextTable;
import io.chameleon.core.access.Grant;
import java.util.List;
import java.util.Map;

/** Grants as a command shows them. */
record GrantsView(List<Grant> grants) {
    Map<String, Object> json() {
        return Map.of("grants", grants.stream().map(GrantsView::json).toList());
    }

    private static Map<String, String> json(Grant grant) {
        return Map.of(
                "bucket",
                grant.bucket(),
                "user",
                grant.principal(),
                "access",
                grant.access().label());
    }

    String text() {
        if (grants.isEmpty()) {
            return "no grants";
        }
        TextTable table = new TextTable("bucket", "user", "access");
        grants.forEach(grant ->
                table.row(grant.bucket(), grant.principal(), grant.access().label()));
        return table.toString();
    }
}
