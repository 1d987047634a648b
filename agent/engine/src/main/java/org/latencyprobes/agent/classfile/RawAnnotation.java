package org.latencyprobes.agent.classfile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.utility.OpenedClassReader;

/** An annotation as it stands in a class file, nested ones left out. Not thread-safe. */
public final class RawAnnotation extends AnnotationVisitor {

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

    /**
     * The type.
     *
     * @return the descriptor of the annotation's type
     */
    public String descriptor() {
        return descriptor;
    }

    /**
     * A text value.
     *
     * @param key name of the attribute
     * @return the text; empty where there is none of that key
     */
    public String text(String key) {
        return values.get(key) instanceof String text ? text : "";
    }

    /**
     * The texts of an array.
     *
     * @param key name of the attribute
     * @return the texts; none where there is no array of that key
     */
    @SuppressWarnings("unchecked") // visitArray puts no other list
    public List<String> texts(String key) {
        return values.get(key) instanceof List<?> texts ? (List<String>) texts : List.of();
    }

    /**
     * A boolean value.
     *
     * @param key name of the attribute
     * @return true if the attribute is there and true
     */
    public boolean isTrue(String key) {
        return Boolean.TRUE.equals(values.get(key));
    }
}
