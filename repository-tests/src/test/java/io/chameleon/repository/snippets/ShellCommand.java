package io.chameleon.repository.snippets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * One command of a shell block.
 *
 * @param place page and line
 * @param text as the page has it, without the prompt
 * @param output what the page says that it prints; empty if the page does not say
 */
record ShellCommand(String place, String text, List<String> output) {
    private static final String PROMPT = "$ ";

    private static final Set<String> OURS = Set.of("chameleon", "./chameleon");

    /** Commands of Chameleon that take minutes, or never end. Their flags are checked. */
    private static final Set<String> TOO_LONG = Set.of("demo", "dev", "emulate", "reproduce");

    /** Other programs: they build the project, or need a cluster of machines. */
    private static final Set<String> NOT_OURS = Set.of("docker", "git", "helm", "kubectl", "mvn", "pip");

    /** Clients of S3: run where the machine has them. */
    private static final Set<String> S3_CLIENTS = Set.of("aws", "curl", "rclone", "restic", "s3cmd");

    enum Kind {
        RUN,
        CLIENT,
        PARSED,
        NOT_RUN,
        UNKNOWN
    }

    /**
     * The commands of a block of a shell: one a line, or those after a prompt with their output; a block that begins
     * with an export is one command.
     */
    static List<ShellCommand> of(Snippet snippet) {
        if (snippet.code().getFirst().startsWith("export ")) {
            return List.of(new ShellCommand(snippet.place(), String.join("\n", snippet.code()), List.of()));
        }
        boolean prompts = snippet.code().stream().anyMatch(line -> line.startsWith(PROMPT));
        List<ShellCommand> commands = new ArrayList<>();
        String begun = "";
        for (int i = 0; i < snippet.code().size(); i++) {
            String line = begun + snippet.code().get(i).strip();
            begun = "";
            if (line.endsWith("\\")) {
                begun = line.substring(0, line.length() - 1);
            } else if (prompts && !line.startsWith(PROMPT)) {
                commands.getLast().output().add(line);
            } else if (!line.isEmpty()) {
                String text = prompts ? line.substring(PROMPT.length()) : line;
                commands.add(new ShellCommand(snippet.page() + ":" + (snippet.line() + i), text, new ArrayList<>()));
            }
        }
        return commands;
    }

    Kind kind() {
        List<String> words = words();
        if (NOT_OURS.contains(words.getFirst())) {
            return Kind.NOT_RUN;
        }
        if (S3_CLIENTS.contains(words.getFirst())) {
            return Kind.CLIENT;
        }
        if (words.size() < 2 || !OURS.contains(words.getFirst())) {
            return Kind.UNKNOWN;
        }
        return TOO_LONG.contains(words.get(1)) ? Kind.PARSED : Kind.RUN;
    }

    /** The program that it runs. */
    String program() {
        return words().getFirst();
    }

    /** What follows {@code chameleon}: the command's name and its arguments. */
    List<String> arguments() {
        return words().subList(1, words().size());
    }

    /** Without variables, a comment and {@code &}; pages quote nothing. */
    private List<String> words() {
        return Arrays.stream(text.replaceFirst("\\s+#\\s.*$", "")
                        .replaceFirst("\\s*&$", "")
                        .split("\\s+"))
                .dropWhile(word -> word.equals("export") || word.matches("[A-Z_0-9]+=.*"))
                .toList();
    }
}
