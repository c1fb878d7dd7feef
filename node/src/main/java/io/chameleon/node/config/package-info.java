/**
 * Configuration of the roles: a YAML file, then the environment, then flags; each later one wins.
 *
 * <p>In: text from these three. Out: the typed configuration of a role, which cannot hold a bad value.
 *
 * <p>Start at {@link io.chameleon.node.config.Settings}, then {@link io.chameleon.node.config.ServerKeys} and its
 * siblings, which name every key with its default. docs/reference/configuration.md is the same list for people; a test
 * keeps the two equal.
 *
 * <p>Invariant: an unknown key or a senseless value stops the start with one line that says where it came from.
 */
@NullMarked
package io.chameleon.node.config;

import org.jspecify.annotations.NullMarked;
