package io.chameleon.core;

import java.nio.ByteBuffer;

/**
 * How components are named (docs/internals/metadata.md, "Objects made of components"). A component is a committed run
 * of bytes that versions of objects refer to. It is a row of the mapping table like any object's, in a bucket whose
 * name no user can choose. Its key is its content id, so no component is ever overwritten. A large one is in
 * {@link Chunks}, in the bucket of all chunks of that user bucket: a row can become a component by its name alone.
 */
public final class Components {
    /** Starts with a character that no bucket name has. */
    static final String BUCKET_SUFFIX = "+parts";

    /** Content type of a component that is the list of a composed version ({@code core.upload.ExtentList}). */
    public static final String LIST_TYPE = "application/x-chameleon-extents";

    private Components() {}

    /** The component of objects of {@code bucket} that the write {@code contentId} made. */
    public static ObjectId id(String bucket, WriteId contentId) {
        return new ObjectId(bucket(bucket), contentId.toString());
    }

    /** The bucket that holds the components of a bucket's objects. */
    public static String bucket(String bucket) {
        return ObjectId.userBucket(bucket) + BUCKET_SUFFIX;
    }

    public static boolean isComponent(ObjectId id) {
        return id.bucket().endsWith(BUCKET_SUFFIX);
    }

    /** The write that made it. Throws unless the key is one that {@link #id} makes. */
    public static WriteId contentId(ObjectId component) {
        Require.that(isComponent(component), "bucket of a component", component.bucket(), "a name in " + BUCKET_SUFFIX);
        return WriteId.parse(component.key());
    }

    /**
     * The component that has the bytes of a version once another version shares them. The version's own name cannot be
     * the component's: it is the version's where versions are kept. The function is its own inverse, so whoever has the
     * component's name, and the version's fragments, knows that they belong together.
     *
     * @param version content id of the version that wrote the bytes
     */
    public static WriteId sharedBytes(WriteId version) {
        return new WriteId(version.high(), ~version.low());
    }

    /**
     * The content id of the version that a list makes, so whoever finds the list knows the version. It is as old as its
     * list, which orders it among other writes of its key. The rest is a digest: a client that wants a version to carry
     * another object's write, whose fragments would go with it, has to find a preimage of 64 bits.
     *
     * @param list content id of the component that is the list
     */
    public static WriteId versionOf(WriteId list) {
        byte[] digest = Sha256.of(Sha256.bytes(list.high()), Sha256.bytes(list.low()));
        return new WriteId(list.high(), ByteBuffer.wrap(digest).getLong());
    }
}
