/**
 * Configuration of the roles: a YAML file, then the environment, then flags; each later one wins.
 *
 * <p>In: text from these three. Out: the typed configuration of a role, which cannot hold a bad value.
 *
 * <p>Start at {@link io.chameleon.node.config.Settings}, then {@link io.chameleon.node.config.ServerKeys} and its siblings, which name
 * every key with its default; docs/reference/configuration.md is the same list for people, and a test holds them together.
 *
 * <p>Invariant: a key that nobody knows, or a value that makes no sense, stops the start with one line that says where it came from.
 */
@NullMarked
package io.chameleon.node.config;

import org.jspecify.annotations.NullMarked;
