package org.latencyprobes.agent.select;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.classfile.ByteSearch;
import org.latencyprobes.agent.classfile.RawAnnotation;

/**
 * Which annotations make a method a probe, and how each is read: our own, annotations that are marked with it, and the foreign ones that the
 * user chose. Thread-safe.
 */
final class ProbeAnnotations {

    static final String PROBE = "Lorg/latencyprobes/annotation/Probe;";

    /** The search for a class file with our annotation. */
    static final ByteSearch SEARCH = new ByteSearch(PROBE);

    private final Map<String, ForeignAnnotation> foreign = new HashMap<>();
    private final MetaAnnotations meta;

    ProbeAnnotations(List<String> sets, MetaAnnotations meta) {
        this.meta = meta;
        for (String set : sets) {
            for (ForeignAnnotation annotation : ForeignAnnotations.of(set)) {
                foreign.putIfAbsent(annotation.descriptor(), annotation);
            }
        }
    }

    boolean mark(String descriptor) {
        return descriptor.equals(PROBE) || foreign.containsKey(descriptor) || meta.of(descriptor) != null;
    }

    boolean isUnknown(String descriptor) {
        return !descriptor.equals(PROBE) && !foreign.containsKey(descriptor) && meta.isUnknown(descriptor);
    }

    /** What the annotations of one method or class say: our own before those marked with it before foreign ones; null for nothing. */
    ProbeAnnotation strongest(List<RawAnnotation> annotations, boolean onClass) {
        ProbeAnnotation strongest = null;
        int rank = Integer.MAX_VALUE;
        for (RawAnnotation annotation : annotations) {
            int rankHere = rank(annotation.descriptor());
            ProbeAnnotation mark = rankHere < rank ? read(annotation, onClass) : null;
            if (mark != null) {
                strongest = mark;
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
        ProbeAnnotation marked = meta.of(annotation.descriptor());
        if (marked != null) {
            return marked;
        }
        ForeignAnnotation rule = foreign.get(annotation.descriptor());
        return rule == null || onClass && !rule.onClasses() ? null : foreign(annotation, rule);
    }

    static ProbeAnnotation own(RawAnnotation annotation) {
        return new ProbeAnnotation(
                "@Probe",
                annotation.text("value"),
                annotation.texts("tags"),
                annotation.texts("exclude"),
                annotation.isTrue("ignore"));
    }

    private static ProbeAnnotation foreign(RawAnnotation annotation, ForeignAnnotation rule) {
        return new ProbeAnnotation(
                '@' + typeName(rule.descriptor()) + " (annotations=" + rule.set() + ')',
                annotation.text(rule.nameAttribute()),
                rule.tags(annotation.texts(rule.tagsAttribute())),
                List.of(),
                false);
    }

    static String typeName(String descriptor) {
        return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    }
}
