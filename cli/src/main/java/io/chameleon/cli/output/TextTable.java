package io.chameleon.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of text: columns as wide as their widest cell, numbers to the right. A control character, which a user may
 * have put into a key, is shown as {@code \\u001b}: it would move the cursor or colour the terminal.
 */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... header) {
        rows.add(List.of(header));
    }

    public TextTable row(Object... cells) {
        rows.add(List.of(cells).stream().map(TextTable::shown).toList());
        return this;
    }

    private static String shown(Object cell) {
        String text = String.valueOf(cell);
        if (text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder shown = new StringBuilder();
        text.chars()
                .mapToObj(c -> Character.isISOControl(c) ? "\\u%04x".formatted(c) : Character.toString(c))
                .forEach(shown::append);
        return shown.toString();
    }

    @Override
    public String toString() {
        int columns = rows.getFirst().size();
        int[] width = new int[columns];
        boolean[] number = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            int at = column;
            width[column] =
                    rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0);
            number[column] = rows.size() > 1
                    && rows.stream()
                            .skip(1)
                            .allMatch(row -> row.get(at).matches("[-+]?[\\d.,]+( ± [\\d.,]+)?( ?[%a-zµA-Z]*)?|-|"));
        }
        return rows.stream()
                .map(row -> {
                    StringBuilder line = new StringBuilder();
                    for (int column = 0; column < columns; column++) {
                        String cell = row.get(column);
                        String padding = " ".repeat(width[column] - cell.length());
                        line.append(number[column] ? padding + cell : cell + padding)
                                .append("  ");
                    }
                    return line.toString().stripTrailing();
                })
                .collect(Collectors.joining(System.lineSeparator()));
    }
}
