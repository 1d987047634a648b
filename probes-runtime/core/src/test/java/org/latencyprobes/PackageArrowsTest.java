package org.latencyprobes;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.latencyprobes", importOptions = DoNotIncludeTests.class)
class PackageArrowsTest {

    @ArchTest
    static final ArchRule ARROWS_POINT_ONE_WAY = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("org.latencyprobes..")
            .layer("annotation")
            .definedBy("org.latencyprobes.annotation")
            .layer("call")
            .definedBy("org.latencyprobes.call")
            .layer("internal.inflight")
            .definedBy("org.latencyprobes.internal.inflight")
            .layer("internal.counts")
            .definedBy("org.latencyprobes.internal.counts")
            .layer("internal.thread")
            .definedBy("org.latencyprobes.internal.thread")
            .layer("internal.probe")
            .definedBy("org.latencyprobes.internal.probe")
            .layer("probe")
            .definedBy("org.latencyprobes.probe")
            .layer("internal.jitter")
            .definedBy("org.latencyprobes.internal.jitter")
            .layer("internal.histogram")
            .definedBy("org.latencyprobes.internal.histogram")
            .layer("histogram")
            .definedBy("org.latencyprobes.histogram")
            .layer("internal.report")
            .definedBy("org.latencyprobes.internal.report")
            .layer("internal.log")
            .definedBy("org.latencyprobes.internal.log")
            .layer("log")
            .definedBy("org.latencyprobes.log")
            .ensureAllClassesAreContainedInArchitecture()
            .whereLayer("annotation")
            .mayNotAccessAnyLayer()
            .whereLayer("call")
            .mayNotAccessAnyLayer()
            .whereLayer("internal.inflight")
            .mayNotAccessAnyLayer()
            .whereLayer("internal.counts")
            .mayOnlyAccessLayers("internal.inflight")
            .whereLayer("internal.thread")
            .mayNotAccessAnyLayer()
            .whereLayer("internal.probe")
            .mayOnlyAccessLayers("call", "internal.counts", "internal.thread")
            .whereLayer("probe")
            .mayOnlyAccessLayers("call", "internal.probe")
            .whereLayer("internal.jitter")
            .mayOnlyAccessLayers("internal.probe", "internal.thread")
            .whereLayer("internal.histogram")
            .mayOnlyAccessLayers("internal.counts", "internal.probe")
            .whereLayer("histogram")
            .mayOnlyAccessLayers("internal.counts", "internal.histogram", "internal.probe")
            .whereLayer("internal.report")
            .mayOnlyAccessLayers("histogram", "internal.counts")
            .whereLayer("internal.log")
            .mayOnlyAccessLayers("histogram")
            .whereLayer("log")
            .mayOnlyAccessLayers("histogram", "internal.log", "internal.histogram");
}
