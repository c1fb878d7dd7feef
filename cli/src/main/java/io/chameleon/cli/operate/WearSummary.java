package io.chameleon.cli.operate;

import io.chameleon.core.wear.WearReport;
import java.util.List;

/**
 * Wear over servers.
 *
 * @param erases of all servers
 * @param mean erases of a server
 * @param sigma population standard deviation of the erases over servers
 * @param cv sigma / mean; 0 before the first erase
 * @param writeAmplification NAND page writes per host page write of all servers; 1 before the first write
 */
record WearSummary(long erases, double mean, double sigma, double cv, double writeAmplification) {
    static WearSummary of(List<WearReport> reports) {
        long erases = reports.stream().mapToLong(WearReport::erases).sum();
        double mean = reports.isEmpty() ? 0 : (double) erases / reports.size();
        double variance = reports.stream()
                .mapToDouble(report -> (report.erases() - mean) * (report.erases() - mean))
                .average()
                .orElse(0);
        long host = reports.stream().mapToLong(WearReport::hostPageWrites).sum();
        long nand = reports.stream().mapToLong(WearReport::nandPageWrites).sum();
        double sigma = Math.sqrt(variance);
        return new WearSummary(erases, mean, sigma, mean == 0 ? 0 : sigma / mean, host == 0 ? 1 : (double) nand / host);
    }
}
