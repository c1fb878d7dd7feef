package io.chameleon.metadata.table;

import io.chameleon.core.Require;
import java.util.UUID;
import org.hibernate.StatelessSession;

/**
 * The table {@code cluster}: the id of the cluster that this database is of. Made at random by the first process that opens the
 * database, and never changed, unless an operator adopts another while the database knows nothing.
 */
public final class ClusterIdentity {
    private final Database database;
    private final Transactions transactions;

    public ClusterIdentity(Database database) {
        this.database = database;
        this.transactions = database.transactions();
    }

    /**
     * The id, made if there is none. From then on the process connects to no database of another cluster.
     *
     * @param wanted id of the cluster that a new database shall be of; empty: a new one
     * @throws IllegalArgumentException in one line if the database knows objects, and is of another cluster than wanted
     */
    public String open(String wanted) {
        String opened = transactions.run(session -> {
            insert(session, wanted.isEmpty() ? UUID.randomUUID().toString() : wanted);
            String id = id(session);
            if (wanted.isEmpty() || wanted.equals(id)) {
                return id;
            }
            Require.that(
                    !knowsObjects(session),
                    "metadata.cluster-id",
                    wanted,
                    id + ", the cluster of this database, which knows objects, or nothing");
            return adopt(session, wanted);
        });
        database.only(opened);
        return opened;
    }

    private static void insert(StatelessSession session, String id) {
        int unused = session.createNativeMutationQuery(
                        "insert into cluster (id, cluster_id) values (1, :id) on conflict (id) do nothing")
                .setParameter("id", id)
                .executeUpdate();
    }

    private static String id(StatelessSession session) {
        return session.createNativeQuery("select cluster_id from cluster where id = 1", String.class)
                .getSingleResult();
    }

    private static boolean knowsObjects(StatelessSession session) {
        return !session.createNativeQuery("select 1 from object_mapping limit 1", Integer.class)
                .getResultList()
                .isEmpty();
    }

    private static String adopt(StatelessSession session, String id) {
        int unused = session.createNativeMutationQuery("update cluster set cluster_id = :id where id = 1")
                .setParameter("id", id)
                .executeUpdate();
        return id;
    }
}
