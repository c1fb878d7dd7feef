package io.chameleon.core.mapping.group;

import io.chameleon.core.Require;
import io.chameleon.core.mapping.Placement;

/**
 * The decision that the next writes of a group's objects go elsewhere.
 *
 * @param to of the same scheme; the group's own place to end the redirect
 * @param reason for people
 */
public record Redirect(Group group, Placement to, String reason) {
    public Redirect {
        Require.that(
                to.scheme().equals(group.place().scheme()),
                "redirect of " + group,
                to,
                "the scheme " + group.place().scheme());
    }
}
