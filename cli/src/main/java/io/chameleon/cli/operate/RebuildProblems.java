package io.chameleon.cli.operate;

import io.chameleon.cli.output.TextTable;
import io.chameleon.metadata.rebuild.RebuildReport;

/** What a rebuild could not decide or place: tables of it, each with what to do. */
record RebuildProblems(RebuildReport report) {
    private static final int SHOWN = 20;

    /** Nothing if there is none. */
    void addTo(StringBuilder text) {
        if (!report.heldBack().isEmpty()) {
            heldBack(text);
        }
        if (!report.undecided().isEmpty()) {
            undecided(text);
        }
        if (report.doubtfulCount() > 0) {
            doubtful(text);
        }
        if (report.unplacedCount() > 0) {
            unplaced(text);
        }
    }

    private void heldBack(StringBuilder text) {
        TextTable held = new TextTable("BUCKET", "USER", "VERSIONS", "FIRST USER");
        report.heldBack().forEach(it -> held.row(it.bucket(), it.principal(), it.versions(), it.firstPrincipal()));
        text.append(held)
                .append(System.lineSeparator())
                .append(
                        "Nothing was placed: these users named objects in buckets that were another's before. If they might, say so with")
                .append(" --writer BUCKET=USER, or --trust-all.")
                .append(System.lineSeparator());
    }

    private void undecided(StringBuilder text) {
        TextTable undecided = new TextTable("BUCKET", "VERSIONS");
        report.undecided().forEach(it -> undecided.row(it.bucket(), it.versions()));
        text.append(undecided)
                .append(System.lineSeparator())
                .append(
                        "Nothing was placed: these versions were replaced long ago, and nothing says that their bucket keeps versions. Say")
                .append(" --keep-versions BUCKET if it did, --newest-only BUCKET if not.")
                .append(System.lineSeparator());
    }

    private void doubtful(StringBuilder text) {
        TextTable doubtful = new TextTable("OBJECT", "VERSION");
        report.doubtful().stream().limit(SHOWN).forEach(it -> doubtful.row(it.id(), it.contentId()));
        text.append(doubtful)
                .append(System.lineSeparator())
                .append(report.doubtfulCount())
                .append(" objects were a former version when they were last moved: perhaps they had been deleted.")
                .append(System.lineSeparator());
    }

    private void unplaced(StringBuilder text) {
        TextTable lost = new TextTable("OBJECT", "WRITTEN", "PROBLEM");
        report.unplaced().stream().limit(SHOWN).forEach(it -> lost.row(it.id(), it.written(), it.problem()));
        text.append(lost).append(System.lineSeparator());
    }
}
