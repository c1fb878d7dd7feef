package io.chameleon.metadata.upload;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.metadata.statement.Sql;
import org.hibernate.StatelessSession;

/** Components that are lists of versions, in the table {@code component}: each makes one version at most. */
public final class ListComponents {
    private static final String OF_LIST = " where bucket = ? and content_high = ? and content_low = ? and refs = 0";

    /** One that is abandoned stays so: a late repeat of a refused completion must not make its version. */
    private static final String TAKE = "update component set refs = 1" + OF_LIST + """
             and since_millis > 0
             and exists (select 1 from object_mapping m where m.bucket = ? and m.object_key = ? and m.content_type = ?)
            """;

    private static final String ABANDON = "update component set since_millis = 0" + OF_LIST;

    private ListComponents() {}

    /** Adds the one reference to the list of a version; false if it is not there, no list, or has made a version. */
    public static boolean take(StatelessSession session, String bucket, WriteId list) {
        ObjectId id = Components.id(bucket, list);
        return session.doReturningWork(connection -> Sql.update(
                        connection, TAKE, bucket, list.high(), list.low(), id.bucket(), id.key(), Components.LIST_TYPE)
                == 1);
    }

    /** A list that makes no version need not wait for the sweep's delay. */
    public static void abandon(StatelessSession session, String bucket, WriteId list) {
        session.doWork(connection -> {
            int unused = Sql.update(connection, ABANDON, bucket, list.high(), list.low());
        });
    }
}
