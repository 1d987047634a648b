package org.latencyprobes.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.codec.Records;

/** A test that holds docs/integrate.md, the records, and {@code conversation.txt} together, which that page points to. */
final class ProtocolPageTest {

    private static List<String> page;
    private static List<String> conversation;

    @BeforeAll
    static void read() throws IOException {
        page = Files.readAllLines(Path.of("../../docs/integrate.md"));
        try (InputStream example = ProtocolPageTest.class.getResourceAsStream("conversation.txt")) {
            conversation = new String(example.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    private static String row(String name, Class<?> type) {
        return "| `" + name + "` | "
                + Arrays.stream(type.getRecordComponents())
                        .map(component -> '`' + component.getName() + '`')
                        .collect(Collectors.joining(", "))
                + " |";
    }

    @Test
    void eachRequestIsThereWithItsArguments() {
        assertThat(page)
                .containsAll(Arrays.stream(Request.class.getPermittedSubclasses())
                        .map(type -> row(command(type), type) + ' ' + answers(type) + " |")
                        .toList());
    }

    private static String answers(Class<?> request) {
        return Answers.to(request).keySet().stream()
                .map(name -> '`' + name + '`')
                .collect(Collectors.joining(", "));
    }

    private static String command(Class<?> type) {
        return Request.commands()
                .get(Arrays.asList(Request.class.getPermittedSubclasses()).indexOf(type));
    }

    @Test
    void eachTableIsThereWithItsColumns() {
        assertThat(page)
                .containsAll(AllAnswers.tables().entrySet().stream()
                        .map(rows -> row(rows.getKey(), Answers.rows(rows.getValue())))
                        .toList());
    }

    /** The lines of a request are such as {@code > POST /mark {"name":"noon"}}; the answer's lines follow. */
    @Test
    void theConversationIsReadAndWrittenAsItStands() {
        List<String> requests =
                conversation.stream().filter(line -> line.startsWith("> ")).toList();
        for (String line : requests) {
            String[] parts = line.substring("> POST /".length()).split(" ", 2);
            StringBuilder json = new StringBuilder();
            Records.write((Record) Request.ofJson(parts[0], parts[1]), json);
            assertThat(json.toString()).isEqualTo(parts[1]);
        }
        assertThat(written(conversation)).isEqualTo(conversation);
    }

    @Test
    void ofEachRequestAndTableThereIsAnExample() {
        assertThat(conversation.stream()
                        .filter(line -> line.startsWith("> "))
                        .map(line -> line.substring("> POST /".length()).split(" ", 2)[0]))
                .containsAll(Request.commands());
        TreeSet<String> missing = new TreeSet<>(AllAnswers.tables().keySet());
        conversation.forEach(line -> missing.removeIf(name -> line.startsWith("{\"" + name + "\":{")));
        assertThat(missing).isEmpty();
    }

    /** Whatever comes, it is read or refused by the one exception that readers expect. */
    @Test
    void changedLinesAreReadOrRefused() {
        List<String> lines = conversation;
        Random random = new Random(7);
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            refused += isRead(changed(lines.get(round % lines.size()), random)) ? 0 : 1;
        }
        assertThat(refused).isBetween(1, 19_999);
    }

    private static boolean isRead(String line) {
        try {
            if (line.startsWith("> POST /")) {
                String[] parts = (line + " {}").substring("> POST /".length()).split(" ", 2);
                Request.ofJson(parts[0], parts[1]);
            } else {
                AllAnswers.lines().read(line);
            }
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String changed(String line, Random random) {
        StringBuilder text = new StringBuilder(line);
        for (int change = random.nextInt(3); change >= 0; change--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.setCharAt(at, "{}[]\":,\\u0-.etfn\t\u0000\ud800".charAt(random.nextInt(19)));
                case 1 -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(40))));
                default -> text.setLength(Math.max(1, at));
            }
        }
        return text.toString();
    }

    /** Each answer is read as that to the request before it, so that it has no table which is none of the request's. */
    private static List<String> written(List<String> lines) {
        List<String> written = new ArrayList<>();
        AnswerLines answer = null;
        for (String line : lines) {
            if (line.startsWith("> ")) {
                String[] parts = line.substring("> POST /".length()).split(" ", 2);
                answer = new AnswerLines(Request.ofJson(parts[0], parts[1]));
                written.add(line);
                continue;
            }
            answer.read(line);
            if (answer.progress() != null) {
                written.add(AnswerLines.progress(answer.progress()).strip());
            }
            if (answer.isWhole()) {
                StringBuilder text = new StringBuilder();
                AnswerLines.write(answer.answer(), text, () -> {});
                text.append(AnswerLines.end(answer.answer())).toString().lines().forEach(written::add);
            }
        }
        return written;
    }
}
