package org.latencyprobes.agent.select.annotation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.classfile.ByteSearch;
import org.latencyprobes.agent.classfile.RawAnnotation;

/**
 * The annotations that make a method a probe: our own, annotations that are themselves annotated with it, and the foreign ones that the user
 * chose. It reads each as its owner means it. Thread-safe.
 */
public final class ProbeAnnotations {

    public static final String PROBE = "Lorg/latencyprobes/annotation/Probe;";

    /** The search for a class file with our annotation. */
    public static final ByteSearch SEARCH = new ByteSearch(PROBE);

    private final Map<String, AnnotationMapping> foreign = new HashMap<>();
    private final MetaAnnotations meta;

    public ProbeAnnotations(List<String> sets, MetaAnnotations meta) {
        this.meta = meta;
        for (String set : sets) {
            for (AnnotationMapping annotation : ForeignAnnotationSet.of(set)) {
                foreign.putIfAbsent(annotation.descriptor(), annotation);
            }
        }
    }

    public boolean makesProbes(String descriptor) {
        return descriptor.equals(PROBE) || foreign.containsKey(descriptor) || meta.of(descriptor) != null;
    }

    /** Descriptors of our own and of the foreign ones that count. */
    public List<String> types() {
        List<String> types = new ArrayList<>(foreign.keySet());
        types.add(PROBE);
        return types;
    }

    public boolean isUnknown(String descriptor) {
        return !descriptor.equals(PROBE) && !foreign.containsKey(descriptor) && meta.isUnknown(descriptor);
    }

    /** What the annotations of one method or class say: our own before those annotated with it before foreign ones; null for nothing. */
    public ProbeAnnotation strongest(List<RawAnnotation> annotations, boolean onClass) {
        ProbeAnnotation strongest = null;
        int rank = Integer.MAX_VALUE;
        for (RawAnnotation annotation : annotations) {
            int rankHere = rank(annotation.descriptor());
            ProbeAnnotation read = rankHere < rank ? read(annotation, onClass) : null;
            if (read != null) {
                strongest = read;
                rank = rankHere;
            }
        }
        return strongest;
    }

    private int rank(String descriptor) {
        if (descriptor.equals(PROBE)) {
            return 0;
        }
        return meta.of(descriptor) != null ? 1 : 2;
    }

    private ProbeAnnotation read(RawAnnotation annotation, boolean onClass) {
        if (annotation.descriptor().equals(PROBE)) {
            return own(annotation);
        }
        ProbeAnnotation ofMeta = meta.of(annotation.descriptor());
        if (ofMeta != null) {
            return ofMeta;
        }
        AnnotationMapping rule = foreign.get(annotation.descriptor());
        return rule == null || onClass && !rule.onClasses() ? null : foreign(annotation, rule);
    }

    public static ProbeAnnotation own(RawAnnotation annotation) {
        return new ProbeAnnotation(
                "@Probe",
                annotation.text("value"),
                annotation.texts("tags"),
                annotation.texts("exclude"),
                annotation.isTrue("ignore"),
                annotation.isTrue("outermost"));
    }

    private static ProbeAnnotation foreign(RawAnnotation annotation, AnnotationMapping rule) {
        return new ProbeAnnotation(
                '@' + typeName(rule.descriptor()) + " (annotations=" + rule.set() + ')',
                annotation.text(rule.nameAttribute()),
                rule.tags(annotation.texts(rule.tagsAttribute())),
                List.of(),
                false,
                false);
    }

    public static String typeName(String descriptor) {
        return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    }
}
