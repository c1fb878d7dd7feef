package io.chameleon.metadata.table;

import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.statement.ChunkRows;
import io.chameleon.metadata.upload.ExtentLists;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;

/** What versions leave behind when one transaction drops their rows: chunks, and references to components. */
final class DroppedPieces {
    private final StatelessSession session;
    private final long now;
    private final List<ChunkUpload.Key> chunks = new ArrayList<>();
    private final List<ObjectMapping> composed = new ArrayList<>();

    DroppedPieces(StatelessSession session, long nowMillis) {
        this.session = session;
        this.now = nowMillis;
    }

    void add(ObjectMapping row) {
        Stream.ofNullable(ChunkUpload.chunksOf(row)).forEach(chunks::add);
        composed.add(row);
    }

    /** After the rows are written. */
    void flush() {
        chunks.forEach(of -> ChunkRows.delete(session, of, now));
        composed.forEach(version -> ExtentLists.drop(session, version));
    }
}
