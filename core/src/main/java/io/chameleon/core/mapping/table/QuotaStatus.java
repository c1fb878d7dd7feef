package io.chameleon.core.mapping.table;

import io.chameleon.core.mapping.Usage;

/** A quota ({@link Quota#NONE} if there is none) and the usage that counts against it. */
public record QuotaStatus(QuotaScope of, Quota quota, Usage used) {}
