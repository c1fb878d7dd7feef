package io.chameleon.core.error;

/** An exception whose message is the line a user reads: what, where, what was expected. A command line shows it as it is. */
public interface Explained {}
