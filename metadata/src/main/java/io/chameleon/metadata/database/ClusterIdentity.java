package io.chameleon.metadata.database;

import io.chameleon.core.Require;
import java.util.UUID;
import org.hibernate.StatelessSession;

/**
 * The table {@code cluster}: the id of this database's cluster. The first process that opens the database creates it at
 * random. It never changes, unless an operator adopts another one while the database is empty.
 */
public final class ClusterIdentity {
    private final Database database;
    private final Transactions transactions;

    public ClusterIdentity(Database database) {
        this.database = database;
        this.transactions = database.transactions();
    }

    /**
     * The id, created if there is none. From then on the process does not connect to another cluster's database.
     *
     * @param wanted cluster id for a new database; empty to create one
     * @throws IllegalArgumentException in one line if the database has objects and belongs to another cluster
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
