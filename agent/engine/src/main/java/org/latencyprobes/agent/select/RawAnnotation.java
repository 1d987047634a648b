package org.latencyprobes.agent.select;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.utility.OpenedClassReader;

/** An annotation as it stands in a class file, nested ones left out. Not thread-safe. */
final class RawAnnotation extends AnnotationVisitor {

    private final String descriptor;
    private final Map<String, Object> values = new HashMap<>();

    RawAnnotation(String descriptor) {
        super(OpenedClassReader.ASM_API);
        this.descriptor = descriptor;
    }

    @Override
    public void visit(String key, Object value) {
        values.put(key, value);
    }

    @Override
    public AnnotationVisitor visitArray(String key) {
        List<String> elements = new ArrayList<>();
        values.put(key, elements);
        return new AnnotationVisitor(OpenedClassReader.ASM_API) {
            @Override
            public void visit(String index, Object value) {
                elements.add(String.valueOf(value));
            }
        };
    }

    String descriptor() {
        return descriptor;
    }

    /** A text value; empty where there is none of that key. */
    String text(String key) {
        return values.get(key) instanceof String text ? text : "";
    }

    /** The texts of an array; none where there is none of that key. */
    @SuppressWarnings("unchecked") // visitArray puts no other list
    List<String> texts(String key) {
        return values.get(key) instanceof List<?> texts ? (List<String>) texts : List.of();
    }

    boolean isTrue(String key) {
        return Boolean.TRUE.equals(values.get(key));
    }
}
