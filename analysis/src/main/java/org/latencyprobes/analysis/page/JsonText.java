package org.latencyprobes.analysis.page;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON that may stand within an HTML document: {@code <}, {@code >}, {@code &} and {@code '} are written as escapes, so that no text ends
 * what is around it. Stateless.
 */
public final class JsonText {

    private static final Gson GSON = new GsonBuilder()
            .serializeNulls()
            .disableHtmlEscaping() // which would escape =, too
            .registerTypeAdapter(Double.class, (JsonSerializer<Double>) (number, type, context) -> number(number))
            .registerTypeHierarchyAdapter(
                    Map.class, (JsonSerializer<Map<String, ?>>) (map, type, context) -> inOrder(map, context))
            .create();

    private JsonText() {}

    /**
     * Writes a value.
     *
     * @param value a map with texts as keys, which are written in their order, a list, a text, a number, a boolean or null, and these within
     *     each other; numbers that JSON lacks become null
     * @return JSON
     */
    public static String of(Object value) {
        StringBuilder harmless = new StringBuilder();
        for (char each : GSON.toJson(value).toCharArray()) {
            boolean isHarmless = each <= '~' && "<>&'".indexOf(each) < 0;
            harmless.append(
                    isHarmless ? String.valueOf(each) : "\\u" + HexFormat.of().toHexDigits(each));
        }
        return harmless.toString();
    }

    private static JsonElement inOrder(Map<String, ?> map, JsonSerializationContext context) {
        JsonObject object = new JsonObject();
        new TreeMap<>(map).forEach((key, held) -> object.add(key, context.serialize(held)));
        return object;
    }

    private static JsonElement number(double number) {
        if (!Double.isFinite(number)) {
            return JsonNull.INSTANCE;
        }
        return new JsonPrimitive(
                number == Math.rint(number) && Math.abs(number) < 1e15 ? (Number) (long) number : number);
    }
}
