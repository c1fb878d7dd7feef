package io.chameleon.transport.client;

/**
 * A server's answer to a deletion.
 *
 * @param fragments deleted
 * @param shortOfSpace whether the server will soon have to refuse puts, so that its other superseded fragments should
 *     be deleted at once
 */
public record Deletion(int fragments, boolean shortOfSpace) {}
