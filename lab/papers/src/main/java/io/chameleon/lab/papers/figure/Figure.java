package io.chameleon.lab.papers.figure;

import java.io.IOException;
import java.util.List;

/** A figure, a table, or a section of the report that is like one. */
public interface Figure {
    /** For {@code --only}: lower case, digits and hyphens. */
    String id();

    String title();

    /** The runs it needs. */
    List<Cell> cells();

    /** Numbers that the paper's text states about it. */
    List<Claim> claims();

    /** Writes tables and pictures; the claims are written after it. */
    void write(Results results, Section section) throws IOException;
}
