package io.chameleon.policy.ledger;

import io.chameleon.core.wear.WearModel;
import io.chameleon.policy.ServerLoad;

/**
 * The sums of one server: what is written to it in an epoch, what it will hold, and the cost of that in erases.
 *
 * <p>The cost is that of Eq. 2 at the victim utilisation that the device reports, scaled by the change that
 * {@link GarbageModel} predicts from its present fill to its future fill.
 */
final class ServerAccount {
    private static final double STEP = 0.01;

    /** How far from the mean fill {@link #favour} may take a server, as a share of the mean. */
    private static final double MOST_FAVOUR = 0.05;

    private final ServerLoad server;
    private final GarbageModel garbage;
    private final int horizon;
    private final double weight;
    private final double erasesPerPageNow;
    private final double modelNow;
    private double pageWrites;
    private long changeOfPages;
    private long reservedPages;
    private double favour = 1;
    private double settledUtilisation;
    private double erasesPerPage;
    private double wear;

    /** @param weight of an erase: 1, or more on a device rated for fewer erases than the mean */
    ServerAccount(ServerLoad server, GarbageModel garbage, int horizon, double weight) {
        this.server = server;
        this.garbage = garbage;
        this.horizon = horizon;
        this.weight = weight;
        erasesPerPageNow = WearModel.erases(1, server.pagesPerBlock(), garbage.victimUtilisation(server));
        modelNow = garbage.programsPerPage(utilisation(0));
        settle();
    }

    ServerLoad server() {
        return server;
    }

    /** {@code E'_s} as of the last {@link #settle}: weighted erases. */
    double wear() {
        return wear;
    }

    /** Weighted erases of one epoch. */
    double wearPerEpoch() {
        return weight * pageWrites * erasesPerPage;
    }

    /**
     * Erases so far. A new device first fills its free blocks: before its first erase, this is the negative number of
     * blocks left to fill, so that writes without an erase are not lost.
     */
    private double erases() {
        return server.erases() > 0
                ? server.erases()
                : Math.min(0, (double) server.nandPageWrites() / server.pagesPerBlock() - server.blocks());
    }

    /** How much {@link #wear} rises (falls) with (without) a fragment of this many page writes per epoch and pages. */
    double wearOf(double fragmentPageWrites, long fragmentPages) {
        return weight * horizon * (fragmentPageWrites * erasesPerPage + pageWrites * slope() * fragmentPages);
    }

    /** Erases that a page write costs more for each page that the server holds more. */
    private double slope() {
        double more = erasesPerProgram() * garbage.programsPerPage(settledUtilisation + STEP);
        return (more - erasesPerPage) / (STEP * flashPages());
    }

    /** How many page writes per epoch add this wear, ignoring fill. */
    double pageWritesFor(double wearToAdd) {
        return wearToAdd / (weight * horizon * erasesPerPage);
    }

    /** Of one epoch. */
    double pageWrites() {
        return pageWrites;
    }

    void addPageWrites(double perEpoch) {
        pageWrites += perEpoch;
    }

    /** Adds pages that it will hold once the intents are written. */
    void addPages(long pages) {
        changeOfPages += pages;
    }

    void reserve(long pages) {
        reservedPages += pages;
    }

    /** Filled share of the logical capacity with {@code pages} more, if no room is freed. */
    double fill(long pages) {
        return (double) (server.livePages() + reservedPages + pages) / server.capacityPages();
    }

    /** Filled share of the logical capacity once all intents are written. */
    double settledFill() {
        return (double) (server.livePages() + changeOfPages) / server.capacityPages();
    }

    /**
     * The filled share that counts when servers are made evenly full: {@link #settledFill}, less on a server that
     * should hold more than the mean.
     */
    double relativeFill() {
        return settledFill() / favour;
    }

    /**
     * Lets a device with more rated erases than the mean be fuller than the others while it is less worn, and one with
     * fewer be emptier while it is more worn. If the past does not tell which objects will be written, such a device
     * gets the writes that it should get only by holding more of the data. Devices with equal ratings are made equally
     * full, since uneven fill costs erases.
     */
    void favour(double meanWear) {
        double lessWorn = meanWear <= 0 ? 0 : (meanWear - wear) / meanWear;
        double entitled = Math.clamp(1 / weight - 1, -MOST_FAVOUR, MOST_FAVOUR);
        favour = 1 + Math.clamp(lessWorn, Math.min(0, entitled), Math.max(0, entitled));
    }

    /** Updates cost and wear with what was added. */
    void settle() {
        settledUtilisation = utilisation(changeOfPages);
        erasesPerPage = erasesPerProgram() * garbage.programsPerPage(settledUtilisation);
        wear = weight * (erases() + horizon * pageWrites * erasesPerPage);
    }

    private double erasesPerProgram() {
        return erasesPerPageNow / modelNow;
    }

    private double flashPages() {
        return (double) server.blocks() * server.pagesPerBlock();
    }

    private double utilisation(long change) {
        return Math.max(0, (server.livePages() + change) / flashPages());
    }
}
