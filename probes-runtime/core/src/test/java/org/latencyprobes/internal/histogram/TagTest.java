package org.latencyprobes.internal.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TagTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"plain", "a b", "a,b", "\"q\"", "a\nb", "a;b=c", "100%", "%20", "a+b", "Zürich 時 😀", "\t\r", "*"
            })
    void anyTextComesBack(String text) {
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put("z" + text, text);
        tags.put("empty", "");
        String encoded = Tag.encode(text, tags, "ok");
        assertThat(encoded).matches("[A-Za-z0-9%*_.;=-]+");
        assertThat(Tag.decode(encoded)).isEqualTo(new Tag(text, tags, "ok"));
    }

    @Test
    void orderOfTagsComesBack() {
        assertThat(Tag.decode("n;z=1;a=2;ok").tags().keySet()).containsExactly("z", "a");
    }

    @Test
    void isNameTagsAndOutcome() {
        assertThat(Tag.encode("date serialisation", Map.of("run", "1"), "error"))
                .isEqualTo("date%20serialisation;run=1;error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "name", "name;tag;ok", "name;%zz;ok", "%;ok"})
    void refusesWhatIsNoTag(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Tag.decode(text));
    }
}
