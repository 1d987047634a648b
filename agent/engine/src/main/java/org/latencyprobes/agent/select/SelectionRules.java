package org.latencyprobes.agent.select;

import java.util.List;
import org.latencyprobes.agent.classfile.ByteSearch;
import org.latencyprobes.agent.classfile.ClassFile;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.classfile.RawAnnotation;
import org.latencyprobes.agent.pattern.JdkClasses;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.annotation.InheritedAnnotations;
import org.latencyprobes.agent.select.annotation.MetaAnnotations;
import org.latencyprobes.agent.select.annotation.ProbeAnnotations;

/**
 * The rules in force: what the user selected, and what has been learnt of annotation types and of inherited annotations. The transformer,
 * {@code explain} and {@code dry-run} all ask them. Thread-safe.
 */
public final class SelectionRules {

    private final Selection selection;
    private final ProbeAnnotations annotations;
    private final MetaAnnotations meta;
    private final InheritedAnnotations inherited;

    private SelectionRules(Selection selection, MetaAnnotations meta, InheritedAnnotations inherited) {
        this.selection = selection;
        this.meta = meta;
        this.inherited = inherited;
        this.annotations = new ProbeAnnotations(selection.annotations(), meta);
    }

    /**
     * The first rules.
     *
     * @param selection what the user selected
     * @return rules that have learnt nothing yet
     */
    public static SelectionRules of(Selection selection) {
        return new SelectionRules(selection, new MetaAnnotations(), new InheritedAnnotations());
    }

    /**
     * Rules for another selection. What was learnt of inherited annotations is kept where the same annotations count.
     *
     * @param next what the user selects from now on
     * @return the rules
     */
    public SelectionRules with(Selection next) {
        return new SelectionRules(next, meta, hasAnnotationsOf(next) ? inherited : new InheritedAnnotations());
    }

    /**
     * Whether another selection counts the same annotations.
     *
     * @param other the other one
     * @return true if only patterns differ
     */
    public boolean hasAnnotationsOf(Selection other) {
        return selection.annotations().equals(other.annotations());
    }

    /**
     * What the user selected.
     *
     * @return the selection
     */
    public Selection selection() {
        return selection;
    }

    /**
     * Whether a class of the JDK's may be woven at all.
     *
     * @param className binary name
     * @return true if a pattern names it and nothing forbids
     */
    public boolean mayConcernJdk(String className) {
        return isNamed(className) && JdkClasses.refusal(className) == null;
    }

    /**
     * A quick look, without ASM, whether a class is worth a decision.
     *
     * @param className binary name
     * @param classFile its bytes
     * @param unknown gets annotation types that nothing is known about yet, by descriptor
     * @return false if no method of it can be a probe, as far as is known
     */
    public boolean mayConcern(String className, byte[] classFile, List<String> unknown) {
        return mayBeMarked(classFile, unknown) || isNamed(className) || inherited.isLeftTo(className);
    }

    /**
     * The same quick look for annotations alone, of the class's own and of inherited ones.
     *
     * @param classFile the class's bytes
     * @param unknown gets annotation types that nothing is known about yet, by descriptor
     * @return false if no annotation makes a method of it a probe, as far as is known
     */
    public boolean mayBeMarked(byte[] classFile, List<String> unknown) {
        boolean annotated = ByteSearch.ANNOTATIONS.isIn(classFile);
        if (!annotated && inherited.isEmpty()) {
            return false;
        }
        try {
            Look look = new Look(unknown);
            ClassFile file = new ClassFile(classFile);
            file.parents(look);
            if (annotated) {
                file.annotations(look);
            }
            return look.concerns;
        } catch (IndexOutOfBoundsException | IllegalArgumentException noClassFile) {
            return isMarked(classFile); // whoever annotated it shall be told why it has no probe
        }
    }

    /**
     * Whether a class file names our annotation, be it readable or not.
     *
     * @param classFile the bytes
     * @return true if the annotation's descriptor is among them
     */
    public boolean isMarked(byte[] classFile) {
        return ProbeAnnotations.SEARCH.isIn(classFile);
    }

    /**
     * Whether a pattern means a class by its type part.
     *
     * @param className binary name
     * @return true if methods of the class may be named by a pattern
     */
    public boolean isNamed(String className) {
        for (MethodPattern pattern : selection.probes()) {
            if (pattern.selectsType(className)) {
                return true;
            }
        }
        return false;
    }

    private final class Look implements ClassFile.Names {

        private final List<String> unknown;
        private boolean concerns;

        Look(List<String> unknown) {
            this.unknown = unknown;
        }

        @Override
        public void parent(String internalName) {
            concerns |= inherited.knows(internalName);
        }

        @Override
        public void annotation(String descriptor) {
            concerns |= annotations.makesProbes(descriptor);
            if (annotations.isUnknown(descriptor)) {
                unknown.add(descriptor);
            }
        }
    }

    /**
     * Whether a class was decided with all that it inherits.
     *
     * @param internalName the class
     * @param parents internal names of its superclass and interfaces
     * @return false if it is to be decided anew
     */
    public boolean isUpToDate(String internalName, Iterable<String> parents) {
        return inherited.isUpToDate(internalName, parents);
    }

    /**
     * Whether there are inherited annotations.
     *
     * @return true if there may be subtypes to decide anew
     */
    public boolean hasInherited() {
        return !inherited.isEmpty();
    }

    /**
     * Whether nothing is known yet of an annotation type.
     *
     * @param descriptor the annotation type
     * @return true if it is to be looked up
     */
    public boolean isUnknown(String descriptor) {
        return annotations.isUnknown(descriptor);
    }

    /**
     * Whether an annotation type is known to make probes.
     *
     * @param descriptor the annotation type
     * @return true if it makes probes
     */
    public boolean isMarking(String descriptor) {
        return annotations.makesProbes(descriptor);
    }

    /**
     * The annotation types that make probes, but for those that are marked with one of them.
     *
     * @return binary names
     */
    public List<String> annotationTypes() {
        return annotations.types().stream().map(ProbeAnnotations::typeName).toList();
    }

    /**
     * Learns what an annotation type is, from its class file.
     *
     * @param descriptor the annotation type
     * @param classFile its bytes, or null where they cannot be had
     * @return true if it is marked {@code @Probe}
     */
    public boolean learnAnnotation(String descriptor, byte[] classFile) {
        if (classFile != null && ByteSearch.ANNOTATIONS.isIn(classFile)) {
            learn(descriptor, ClassOutline.of(classFile));
        }
        if (meta.of(descriptor) == null) {
            meta.isNotAnnotated(descriptor);
        }
        return meta.of(descriptor) != null;
    }

    void learn(String descriptor, ClassOutline annotationType) {
        for (RawAnnotation annotation : annotationType.annotations()) {
            if (annotation.descriptor().equals(ProbeAnnotations.PROBE)) {
                meta.isAnnotated(
                        descriptor,
                        ProbeAnnotations.own(annotation)
                                .withRule('@' + ProbeAnnotations.typeName(descriptor) + " (marked @Probe)"));
            }
        }
    }

    ProbeAnnotations annotations() {
        return annotations;
    }

    InheritedAnnotations inherited() {
        return inherited;
    }
}
