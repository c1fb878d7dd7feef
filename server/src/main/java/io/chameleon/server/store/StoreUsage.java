package io.chameleon.server.store;

/**
 * How full the store is.
 *
 * @param fragments durable ones
 * @param capacityPages logical pages of the device
 * @param usedPages of fragments, and of puts under way
 * @param headroomPages kept free, so that puts are refused before the device is full
 */
public record StoreUsage(int fragments, int capacityPages, int usedPages, int headroomPages) {
    /** Whether less than this share of the room for fragments is free. */
    public boolean isFreeBelow(double share) {
        int room = capacityPages - headroomPages;
        return room - usedPages < room * share;
    }
}
