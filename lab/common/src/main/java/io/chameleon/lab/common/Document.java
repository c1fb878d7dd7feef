package io.chameleon.lab.common;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A report of headings, paragraphs, tables and pictures, as Markdown and as one page of HTML. Text may hold
 * {@code `code`} and {@code **bold**}; everything else in it is literal. Not safe from several threads.
 */
public final class Document {
    private static final String STYLE =
            "body{font:15px/1.5 sans-serif;max-width:75em;margin:2em auto;padding:0 1em}table{border-collapse:collapse;font-size:13px}"
                    + "td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}img{max-width:100%}code{background:#f3f3f3}";

    private final String title;
    private final List<Block> blocks = new ArrayList<>();

    private sealed interface Block {
        String markdown();

        String html();
    }

    private record Heading(int level, String text) implements Block {
        @Override
        public String markdown() {
            return "#".repeat(level) + " " + text;
        }

        @Override
        public String html() {
            return "<h" + level + ">" + inline(text) + "</h" + level + ">";
        }
    }

    private record Paragraph(String text) implements Block {
        @Override
        public String markdown() {
            return text;
        }

        @Override
        public String html() {
            return "<p>" + inline(text) + "</p>";
        }
    }

    private record Picture(String file, String caption) implements Block {
        @Override
        public String markdown() {
            return "![" + caption + "](" + file + ")";
        }

        @Override
        public String html() {
            return "<p><img src=\"" + escaped(file) + "\" alt=\"" + escaped(caption) + "\"></p>";
        }
    }

    private record Table(List<String> header, List<List<String>> rows) implements Block {
        @Override
        public String markdown() {
            List<List<String>> lines = new ArrayList<>();
            lines.add(header);
            lines.add(Collections.nCopies(header.size(), "---"));
            lines.addAll(rows);
            return lines.stream()
                    .map(line -> line.stream()
                            .map(cell -> cell.replace("|", "\\|"))
                            .collect(Collectors.joining(" | ", "| ", " |")))
                    .collect(Collectors.joining("\n"));
        }

        @Override
        public String html() {
            return rows.stream()
                    .map(row -> line(row, "td"))
                    .collect(Collectors.joining("\n", "<table>\n" + line(header, "th") + "\n", "\n</table>"));
        }

        private static String line(List<String> cells, String tag) {
            return cells.stream()
                    .map(cell -> "<" + tag + ">" + inline(cell) + "</" + tag + ">")
                    .collect(Collectors.joining("", "<tr>", "</tr>"));
        }
    }

    public Document(String title) {
        this.title = title;
        blocks.add(new Heading(1, title));
    }

    /** Level 2 is below the title. */
    public Document heading(int level, String text) {
        blocks.add(new Heading(level, text));
        return this;
    }

    public Document paragraph(String text) {
        blocks.add(new Paragraph(text));
        return this;
    }

    public Document table(List<String> header, List<List<String>> rows) {
        blocks.add(new Table(List.copyOf(header), List.copyOf(rows)));
        return this;
    }

    /** A picture beside the report, by its name relative to it. */
    public Document picture(String file, String caption) {
        blocks.add(new Picture(file, caption));
        return this;
    }

    public Document append(Document other) {
        blocks.addAll(other.blocks.subList(1, other.blocks.size()));
        return this;
    }

    public String markdown() {
        return blocks.stream().map(Block::markdown).collect(Collectors.joining("\n\n", "", "\n"));
    }

    public String html() {
        return blocks.stream()
                .map(Block::html)
                .collect(Collectors.joining(
                        "\n",
                        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + escaped(title)
                                + "</title><style>" + STYLE + "</style></head><body>\n",
                        "\n</body></html>\n"));
    }

    private static String inline(String text) {
        return escaped(text)
                .replaceAll("`([^`]*)`", "<code>$1</code>")
                .replaceAll("\\*\\*([^*]*)\\*\\*", "<strong>$1</strong>");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
