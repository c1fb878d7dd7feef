package io.chameleon.lab.common.linearizability;

/**
 * Why a history is impossible.
 *
 * @param operation the first that cannot be explained
 * @param reason for people
 */
public record Violation(Operation operation, String reason) {}
