package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.metadata.row.ObjectKey;
import java.util.List;
import org.hibernate.StatelessSession;

/**
 * Rows that take fewer bytes when they are written again: those of an earlier build, and those of servers that had no
 * codes yet.
 */
public final class LargeRows {
    /** Rows of a bucket that moves cannot be changed: its copy is written again in the other database. */
    private static final String LARGE = """
            select m.bucket, m.object_key from object_mapping m
            where (m.bucket, m.object_key) > (?, ?) and (m.bucket, m.object_key) <= (?, ?)
                and (m.content_high = m.write_high and m.content_low = m.write_low
                    or m.source_servers is null and m.destination_servers <@ array(select server from server_code))
                and not exists (select 1 from frozen_bucket f where f.bucket = split_part(m.bucket, '+', 1))
            """;

    private LargeRows() {}

    /** Writes those after one key up to another; returns how many. */
    public static int rewrite(StatelessSession session, ObjectKey after, ObjectKey last) {
        List<ObjectId> large = session.doReturningWork(connection -> Sql.all(
                connection,
                LARGE,
                row -> new ObjectId(row.getString(1), row.getString(2)),
                after.bucket(),
                after.key(),
                last.bucket(),
                last.key()));
        if (!large.isEmpty()) {
            MappingStatements.update(
                    session,
                    MappingStatements.lock(session, large.stream().sorted().toList())
                            .values());
        }
        return large.size();
    }
}
