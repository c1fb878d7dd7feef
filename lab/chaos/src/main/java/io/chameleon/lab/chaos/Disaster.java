package io.chameleon.lab.chaos;

/** A fault that is rarer than the end of a process, and that a restart alone does not repair. */
public enum Disaster {
    BLANK_DEVICE("blank-device", "a flash server comes back at once with a new device that holds nothing"),
    LOST_DATABASE(
            "lost-database",
            "PostgreSQL's files are gone: an empty database takes their place for up to 150 s, until a backup of them is back"),
    FAILED_OVER_DATABASE(
            "failed-over-database",
            "PostgreSQL's primary is killed for good and its synchronous standby promoted, which then gets a standby of its own"),
    WRONG_CLUSTER("wrong-cluster", "a metadata process is started with the database of another cluster"),
    LOST_NODE("lost-node", "a machine fails with all its flash servers, and is back after up to a minute");

    private final String label;
    private final String meaning;

    Disaster(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    /** Whether it needs a database of the cluster's own. */
    boolean isOfTheDatabase() {
        return this == LOST_DATABASE || this == FAILED_OVER_DATABASE || this == WRONG_CLUSTER;
    }

    /** Its name on the command line. */
    public String label() {
        return label;
    }

    /** In one line. */
    public String meaning() {
        return meaning;
    }

    @Override
    public String toString() {
        return label;
    }
}
