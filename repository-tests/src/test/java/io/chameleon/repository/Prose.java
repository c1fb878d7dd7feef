package io.chameleon.repository;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The prose of a page in Markdown: without code, tables and the targets of links. */
final class Prose {
    private static final Pattern LIST_ITEM = Pattern.compile("\\s*(?:[-*]|\\d+\\.)\\s+(.*)");
    private static final Pattern HEADING = Pattern.compile("#{1,6} .*");
    private static final Pattern LINK = Pattern.compile("\\[((?:[^\\[\\]]|\\[[^\\]]*])*)]\\([^)]*\\)");
    private static final Pattern ADDRESS = Pattern.compile("<?https?://\\S+");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern TAG = Pattern.compile("<[^>]+>");
    /** A sentence ends before a capital letter, a number, code, or an opening mark. */
    private static final Pattern END = Pattern.compile("(?<=[.!?][)\"*_]{0,3})\\s+(?=[\\p{Lu}\\p{N}(\\[*_\"])");

    /** What stands for code in a sentence: one word. */
    private static final String ONE_WORD = "Code";

    record Line(int number, String text) {
        int width() {
            return FormTest.width(
                    ADDRESS.matcher(LINK.matcher(text).replaceAll("[$1]")).replaceAll(""));
        }

        boolean isBlank() {
            return text.isBlank() || HEADING.matcher(text).matches();
        }
    }

    /**
     * @param line where its paragraph or list item begins
     */
    record Sentence(int line, String text) {
        long words() {
            return Arrays.stream(text.split("\\s+"))
                    .filter(word -> word.codePoints().anyMatch(Character::isLetterOrDigit))
                    .count();
        }
    }

    private Prose() {}

    /** The lines that are neither code nor of a table. */
    static List<Line> lines(String page) {
        List<Line> lines = new ArrayList<>();
        boolean inFence = false;
        boolean afterEmpty = true;
        boolean inList = false;
        int number = 0;
        for (String line : page.lines().toList()) {
            number++;
            boolean fence = line.strip().startsWith("```");
            boolean indented = line.startsWith("    ") && !inList && afterEmpty;
            if (!inFence && !fence && !indented && !line.strip().startsWith("|")) {
                lines.add(new Line(number, line));
            }
            inFence ^= fence;
            afterEmpty = line.isBlank() || indented;
            inList = LIST_ITEM.matcher(line).matches() && !indented
                    || inList && (line.isBlank() || line.startsWith(" "));
        }
        return lines;
    }

    static List<Sentence> sentences(String page) {
        List<Sentence> sentences = new ArrayList<>();
        StringBuilder paragraph = new StringBuilder();
        int begun = 0;
        int last = 0;
        for (Line line : lines(page)) {
            var item = LIST_ITEM.matcher(line.text());
            boolean begins = item.matches() || line.isBlank() || line.number() != last + 1;
            if (begins) {
                split(begun, paragraph, sentences);
                begun = line.number();
            }
            if (!line.isBlank()) {
                paragraph.append(item.matches() ? item.group(1) : line.text()).append(' ');
            }
            begun = paragraph.isEmpty() ? line.number() + 1 : begun;
            last = line.number();
        }
        split(begun, paragraph, sentences);
        return sentences;
    }

    private static void split(int line, StringBuilder paragraph, List<Sentence> sentences) {
        String text = LINK.matcher(paragraph).replaceAll("$1");
        text = TAG.matcher(CODE.matcher(text).replaceAll(ONE_WORD)).replaceAll("");
        END.splitAsStream(text.strip()).forEach(sentence -> sentences.add(new Sentence(line, sentence)));
        paragraph.setLength(0);
    }
}
