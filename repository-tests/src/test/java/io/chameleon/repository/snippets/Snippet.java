package io.chameleon.repository.snippets;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A block of code on a page: fenced, or indented by four columns after an empty line.
 *
 * @param page its path in the repository
 * @param line number of its first line of code, from 1
 * @param language what follows the fence; {@code sh} for an indented block
 */
record Snippet(String page, int line, String language, List<String> code) {
    private static final Pattern FENCE = Pattern.compile("\\s*```(\\w*)\\s*");
    private static final String INDENT = "    ";

    /** All blocks of a page, in its order. */
    static List<Snippet> of(String page, String text) {
        List<String> lines = text.lines().toList();
        List<Snippet> found = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            Matcher fence = FENCE.matcher(lines.get(at));
            int end = at + 1;
            if (fence.matches()) {
                while (!lines.get(end).strip().equals("```")) {
                    end++;
                }
                found.add(new Snippet(page, at + 2, fence.group(1), lines.subList(at + 1, end)));
                end++;
            } else if (lines.get(at).startsWith(INDENT)
                    && (at == 0 || lines.get(at - 1).isBlank())) {
                while (end < lines.size()
                        && (lines.get(end).startsWith(INDENT) || lines.get(end).isBlank())) {
                    end++;
                }
                found.add(new Snippet(page, at + 1, "sh", lines.subList(at, end)));
            }
            at = end;
        }
        return found;
    }

    String text() {
        return String.join("\n", code).stripIndent();
    }

    String place() {
        return page + ":" + line;
    }
}
