package io.chameleon.core.mapping;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import java.util.List;

/**
 * A client's statement that the fragments of a write are durable; padding counts as durable.
 *
 * @param content its content id equals this write's id
 * @param used policy and servers actually used; of an object in pieces those of its first piece
 * @param missing indexes into {@code used} whose fragments were not all acknowledged; if there are any, the write is
 *     degraded
 */
public record Commit(ObjectId id, ObjectContent content, Placement used, List<Integer> missing, Condition condition) {
    public Commit {
        missing = List.copyOf(missing);
        if (!missing.stream().allMatch(i -> i >= 0 && i < used.servers().size())) {
            throw Require.violation(
                    "missing fragments of " + id,
                    missing,
                    "indexes below " + used.servers().size());
        }
        if (Chunks.isChunk(id)) {
            Chunks.requireName(id);
            if (!(condition instanceof Condition.IfAbsent) || content.isInPieces() || content.size() == 0) {
                throw Require.violation(
                        "commit of chunk " + id,
                        content,
                        "bytes of its own, and that there is no such chunk: chunks are never overwritten");
            }
        } else {
            ObjectContent.requireUserMetadata(content.userMetadata());
        }
        if (Components.isComponent(id)) {
            boolean ownName = Components.contentId(id).equals(content.contentId());
            if (!(condition instanceof Condition.IfAbsent) || content.isComposed() || !ownName) {
                throw Require.violation(
                        "commit of component " + id,
                        content,
                        "bytes of its own under its own content id, and that there is no such component");
            }
        }
        if (content.isInPieces() && !missing.isEmpty()) {
            throw Require.violation("missing fragments of " + id, missing, "none: its chunks or components have them");
        }
        int longestSegment = content.segments() == 0 ? 0 : content.segmentLength(0);
        if (!used.scheme().hasWriteQuorum(missing, longestSegment)) {
            throw Require.violation(
                    "durable fragments of " + id,
                    used.scheme().durableFragments(missing, longestSegment),
                    used.scheme().isLocal()
                            ? "so many that another may be lost under " + used.scheme()
                            : "at least " + used.scheme().writeQuorum() + " under " + used.scheme());
        }
    }

    public WriteId writeId() {
        return content.contentId();
    }
}
