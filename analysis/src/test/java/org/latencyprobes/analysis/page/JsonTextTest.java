package org.latencyprobes.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTextTest {

    @Test
    void writesWhatJsonKnows() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", "p99");
        map.put("nanos", 1_500.0);
        map.put("share", 0.125);
        map.put("many", Long.MAX_VALUE);
        map.put("list", Arrays.asList(1, null, true, Double.NaN));
        map.put("none", List.of());
        map.put("empty", Map.of());

        assertThat(JsonText.of(map))
                .isEqualTo("{\"empty\":{},\"list\":[1,null,true,null],\"many\":9223372036854775807,"
                        + "\"name\":\"p99\",\"nanos\":1500,\"none\":[],\"share\":0.125}");
    }

    @Test
    void separatesTextsThatEndLikeAnOpening() {
        assertThat(JsonText.of(List.of("[", List.of("{"), "x"))).isEqualTo("[\"[\",[\"{\"],\"x\"]");
    }

    @Test
    void writesNothingThatEndsAnElement() {
        assertThat(JsonText.of("</script><!--&'\"\\\n\u2028é😀"))
                .isEqualTo("\"\\u003c/script\\u003e\\u003c!--\\u0026\\u0027\\\"\\\\\\n\\u2028\\u00e9\\ud83d\\ude00\"");
    }
}
