package io.chameleon.transport.security;

/** How a process authenticates its callers. */
public enum AuthMode {
    /** Not at all: only if no other machine can connect. */
    NONE,
    /** Both sides prove that they know a shared secret. */
    TOKEN,
    /** Both sides show certificates that one authority has signed. */
    MTLS
}
