package io.chameleon.simssd.report;

/**
 * What the scan at open found. After a clean stop there is no scan, and only the mapped pages are reported. All zero
 * for a new device.
 *
 * @param mappedPages logical pages with content
 * @param stalePages programmed pages superseded by a newer write of the same logical page
 * @param tornPages programs cut short by a crash; dropped, none of them was acknowledged by a sync
 * @param corruptPages damaged pages that no crash explains; their content is lost
 */
public record MountReport(long mappedPages, long stalePages, long tornPages, long corruptPages) {}
