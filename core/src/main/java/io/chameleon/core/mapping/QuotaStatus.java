package io.chameleon.core.mapping;

/** A quota, {@link Quota#NONE} if there is none, and what counts against it. */
public record QuotaStatus(QuotaScope of, Quota quota, Usage used) {}
