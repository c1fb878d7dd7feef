package io.chameleon.policy;

import io.chameleon.core.ObjectId;

/**
 * An object to be copied to its destination in bulk, since nobody wrote it (Chameleon III-B2, the end of EWO).
 *
 * @param version of the row the decision was made on
 */
public record ColdMigration(ObjectId id, long version) {}
