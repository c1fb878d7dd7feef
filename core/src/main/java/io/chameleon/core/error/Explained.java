package io.chameleon.core.error;

/**
 * An exception whose message is the line for the user: what, where, what was expected. A command line shows it
 * unchanged.
 */
public interface Explained {}
