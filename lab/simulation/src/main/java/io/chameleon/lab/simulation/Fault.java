package io.chameleon.lab.simulation;

/** What can go wrong in a simulated cluster. */
public enum Fault {
    /** {@code kill -9} of any process. */
    CRASH("crash", "kill -9 of any process between any two of its steps"),
    /** Loses what a flash server has not synced, in part or all. */
    POWER_CUT(
            "power-cut",
            "a flash server, or all of them, loses its power: unsynced pages survive or do not, or in part"),
    TORN_WRITE("torn-write", "the power goes in the middle of an operation of the flash"),
    BIT_FLIP("bit-flip", "a bit of a stored fragment turns"),
    LOST_SERVER("lost-server", "a flash server is lost for good with all it holds, and a new one joins"),
    BLANK_DEVICE("blank-device", "a flash server returns with a device on which nothing was ever written"),
    OLD_IMAGE("old-image", "a flash server returns with the image it had up to a quarter of an hour before"),
    FOREIGN_IMAGE(
            "foreign-image", "a flash server is started with an image of another cluster, later with its own again"),
    CLONED_IMAGE("cloned-image", "a flash server returns with a copy of another server's image, device id included"),
    WRONG_DATABASE("wrong-database", "metadata is started on the database of another cluster for a while"),
    EMPTY_DATABASE(
            "empty-database", "metadata is started on a database of this cluster that knows nothing, for a while"),
    DRAIN("drain", "a server is drained, and taken away once it is empty, or kept"),
    LOST_DOMAIN("lost-domain", "all servers of a zone or node go down, and come back"),
    SPLIT_VIEW("split-view", "a metadata process sees other servers registered than there are"),
    CLOCK_YEARS("clock-years", "the clock of a host is years off"),
    DISK_FULL("disk-full", "a device fills up with fragments of writes that are never committed"),
    SLOW_SERVER("slow-server", "a flash device, or the network around a host, becomes some hundred times slower"),
    PARTITION("partition", "hosts are cut off, in one direction or both"),
    LOSS("loss", "requests and answers are lost"),
    DUPLICATION("duplication", "requests that may be repeated arrive twice"),
    DELAY("delay", "messages take seconds and overtake each other"),
    CLOCK_JUMP("clock-jump", "the clock of a host jumps, back or forth"),
    PAUSE("pause", "a process stops for a while and goes on as if nothing had happened"),
    LOST_LEADER("lost-leader", "another balancer is elected while the old one still believes to lead"),
    FAILOVER("failover", "the database fails over: transactions under way are lost, or done and not acknowledged");

    private final String label;
    private final String meaning;

    Fault(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    /** Its name on the command line. */
    public String label() {
        return label;
    }

    /** In one line. */
    public String meaning() {
        return meaning;
    }
}
