package io.chameleon.metadata.database;

import io.chameleon.core.Require;
import java.util.UUID;
import org.hibernate.StatelessSession;

/**
 * The table {@code cluster}: the id of this database's cluster, and the database's number among those of the cluster.
 * The first process that opens the database creates it at random. It never changes, unless an operator adopts another
 * one while the database is empty.
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
            insert(session, wanted.isEmpty() ? UUID.randomUUID().toString() : wanted, 0);
            int number = number(session);
            Require.that(number == 0, "metadata.database.url", "database " + number + " of its cluster", "database 0");
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
        database.only(opened, 0);
        return opened;
    }

    /**
     * Makes a new database a further one of a cluster, or checks that it is that. From then on the process does not
     * connect to another one.
     *
     * @param number from 1
     * @throws IllegalArgumentException in one line if it is another cluster's, or another database of this one, or
     *     knows objects that it got otherwise
     */
    public void join(String clusterId, int number) {
        join(clusterId, number, false);
    }

    /**
     * As {@link #join(String, int)}.
     *
     * @param isRecorded whether the cluster has had a database of this number: then one that knows of no cluster has
     *     lost what it had, and is refused. Its objects would seem never to have been written, and their fragments
     *     garbage
     */
    void join(String clusterId, int number, boolean isRecorded) {
        transactions.run(session -> {
            boolean isNew = insert(session, clusterId, number);
            Require.that(
                    !isNew || !isRecorded,
                    at(number),
                    "an empty database",
                    "database " + number + " of cluster " + clusterId
                            + ": bring it back, or make its content anew (chameleon rebuild --database " + number
                            + ")");
            Require.that(
                    !isNew || !knowsObjects(session),
                    at(number),
                    "a database with objects and of no cluster",
                    "an empty one");
            String id = id(session);
            Require.that(id.equals(clusterId), at(number), "a database of cluster " + id, "one of " + clusterId);
            int there = number(session);
            Require.that(there == number, at(number), "database " + there + " of the cluster", "database " + number);
            return there;
        });
        database.only(clusterId, number);
    }

    private static String at(int number) {
        return "metadata.database.further-urls, URL " + number;
    }

    private static boolean insert(StatelessSession session, String id, int number) {
        return session.createNativeMutationQuery(
                                "insert into cluster (id, cluster_id, number) values (1, :id, :number) on conflict (id) do nothing")
                        .setParameter("id", id)
                        .setParameter("number", (short) number)
                        .executeUpdate()
                > 0;
    }

    private static int number(StatelessSession session) {
        return session.createNativeQuery("select number from cluster where id = 1", Short.class)
                .getSingleResult();
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
