package io.chameleon.policy.predictive;

/** The pages that a plan may still copy in bulk. Not safe from several threads. */
final class BulkBudget {
    private double pagesLeft;

    BulkBudget(double pages) {
        this.pagesLeft = pages;
    }

    boolean isLeft() {
        return pagesLeft > 0;
    }

    /** Spends this many pages if they are left. */
    boolean spend(long pages) {
        if (pages > pagesLeft) {
            return false;
        }
        pagesLeft -= pages;
        return true;
    }
}
