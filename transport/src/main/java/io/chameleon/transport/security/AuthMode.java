package io.chameleon.transport.security;

/** How a process makes sure who calls. */
public enum AuthMode {
    /** Not at all: only where nobody but this machine can connect. */
    NONE,
    /** Both sides prove that they know a shared secret. */
    TOKEN,
    /** Both sides show certificates that one authority has signed. */
    MTLS
}
