package io.chameleon.core.version;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.table.UpdateResult;
import org.jspecify.annotations.Nullable;

/**
 * The versions of objects: the clients' port. Calls may wait for a database; each is one transaction, and each may be
 * repeated. Whether a bucket keeps versions is its setting {@link io.chameleon.core.bucket.Versioning}; commits of
 * {@link io.chameleon.core.mapping.table.MappingTable} and of uploads obey it.
 *
 * <p>A version keeps its fragments where they are when another takes its place: its row changes its name alone, to that
 * of a component. It goes back when what replaced it is deleted.
 */
public interface VersionTable {
    /**
     * Finds a version; null if there is none.
     *
     * @param version null for the latest
     */
    @Nullable
    ObjectVersion find(ObjectId object, @Nullable VersionId version);

    VersionPage list(VersionQuery query);

    /**
     * Deletes an object, or one version of it for good.
     *
     * <p>Without a version, in a bucket that keeps versions: adds a delete marker, whether there is an object or not.
     * With one: removes it, and the one before it becomes the latest if it was. The bytes of a former version are
     * garbage within a minute.
     *
     * @param version null for the object as a whole
     * @param condition on the version to delete; without one, on the current version
     */
    Deletion delete(ObjectId object, @Nullable VersionId version, Condition condition);

    /** As {@link io.chameleon.core.mapping.table.MappingTable#updateMetadata}, of one version. */
    UpdateResult updateMetadata(MetadataUpdate update, VersionId version);
}
