package org.latencyprobes.agent.select.annotation;

import java.util.ArrayList;
import java.util.List;

/**
 * A foreign annotation that makes what it stands on a probe.
 *
 * @param descriptor descriptor of the annotation type
 * @param set what the user chose it by: a set's name, or its own
 * @param onClasses whether it counts on classes
 * @param nameAttribute which attribute has the probe's name, or empty
 * @param tagsAttribute which attribute has the tags, or empty
 * @param tagsJoined whether a text in that attribute is a key, {@code =} and a value; otherwise keys and values stand in turn
 */
record AnnotationMapping(
        String descriptor,
        String set,
        boolean onClasses,
        String nameAttribute,
        String tagsAttribute,
        boolean tagsJoined) {

    /** No attribute. */
    static final String NONE = "";

    static AnnotationMapping onClasses(String type, String nameAttribute, String tagsAttribute) {
        return new AnnotationMapping(descriptor(type), "", true, nameAttribute, tagsAttribute, false);
    }

    static AnnotationMapping onMethods(String type, String nameAttribute) {
        return new AnnotationMapping(descriptor(type), "", false, nameAttribute, NONE, false);
    }

    private static String descriptor(String type) {
        return 'L' + type.replace('.', '/') + ';';
    }

    AnnotationMapping withJoinedTags() {
        return new AnnotationMapping(descriptor, set, onClasses, nameAttribute, tagsAttribute, true);
    }

    AnnotationMapping in(String otherSet) {
        return new AnnotationMapping(descriptor, otherSet, onClasses, nameAttribute, tagsAttribute, tagsJoined);
    }

    /** Keys and values in turn. */
    List<String> tags(List<String> texts) {
        if (!tagsJoined) {
            return texts;
        }
        List<String> tags = new ArrayList<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            tags.add(equals < 0 ? text : text.substring(0, equals));
            tags.add(equals < 0 ? "" : text.substring(equals + 1));
        }
        return tags;
    }
}
