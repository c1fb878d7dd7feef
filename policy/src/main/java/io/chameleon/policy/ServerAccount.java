package io.chameleon.policy;

import io.chameleon.core.wear.WearModel;

/**
 * The sums of one server: what is written to it in an epoch, what it will hold, and what that costs in erases.
 *
 * <p>The cost is that of Eq. 2 at the victim utilisation the device reports, scaled by how {@link GarbageModel} says it changes
 * from the fill the device has to the fill it will have.
 */
final class ServerAccount {
    private static final double STEP = 0.01;

    private final ServerLoad server;
    private final double erasesPerPageNow;
    private final double modelNow;
    private final GarbageModel garbage;
    private double pageWrites;
    private long changeOfPages;
    private long reservedPages;
    private double erasesPerPage;
    private double slope;
    private boolean settled;

    /** @param garbage of the cluster */
    ServerAccount(ServerLoad server, GarbageModel garbage) {
        this.server = server;
        this.garbage = garbage;
        erasesPerPageNow = WearModel.erases(1, server.pagesPerBlock(), garbage.victimUtilisation(server));
        modelNow = garbage.programsPerPage(utilisation(0));
    }

    ServerLoad server() {
        return server;
    }

    /**
     * Erases so far. A new device first fills its free blocks: before its first erase, the (negative) number of blocks it has
     * left to fill, so that writes which have not cost an erase yet are not forgotten.
     */
    double erases() {
        return server.erases() > 0
                ? server.erases()
                : Math.min(0, (double) server.nandPageWrites() / server.pagesPerBlock() - server.blocks());
    }

    double erasesPerEpoch() {
        settle();
        return pageWrites * erasesPerPage;
    }

    /** How many more (less) that will be with (without) a fragment of so many page writes an epoch and so many pages. */
    double erasesPerEpochOf(double fragmentPageWrites, long fragmentPages) {
        settle();
        return fragmentPageWrites * erasesPerPage + pageWrites * slope * fragmentPages;
    }

    void addPageWrites(double perEpoch) {
        pageWrites += perEpoch;
    }

    /** Pages it will hold more once the intents are written. */
    void addPages(long pages) {
        changeOfPages += pages;
        settled = false;
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

    private void settle() {
        if (settled) {
            return;
        }
        settled = true;
        double utilisation = utilisation(changeOfPages);
        double erasesPerProgram = erasesPerPageNow / modelNow;
        erasesPerPage = erasesPerProgram * garbage.programsPerPage(utilisation);
        double more = erasesPerProgram * garbage.programsPerPage(utilisation + STEP);
        slope = (more - erasesPerPage) / (STEP * flashPages());
    }

    private double flashPages() {
        return (double) server.blocks() * server.pagesPerBlock();
    }

    private double utilisation(long change) {
        return Math.max(0, (server.livePages() + change) / flashPages());
    }
}
