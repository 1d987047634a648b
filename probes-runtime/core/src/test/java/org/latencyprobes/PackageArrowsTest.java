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
            .layer("counts")
            .definedBy("org.latencyprobes.counts")
            .layer("thread")
            .definedBy("org.latencyprobes.thread")
            .layer("probe")
            .definedBy("org.latencyprobes.probe")
            .layer("jitter")
            .definedBy("org.latencyprobes.jitter")
            .layer("histogram")
            .definedBy("org.latencyprobes.histogram")
            .layer("report")
            .definedBy("org.latencyprobes.report")
            .layer("log")
            .definedBy("org.latencyprobes.log")
            .ensureAllClassesAreContainedInArchitecture()
            .whereLayer("annotation")
            .mayNotAccessAnyLayer()
            .whereLayer("counts")
            .mayNotAccessAnyLayer()
            .whereLayer("thread")
            .mayNotAccessAnyLayer()
            .whereLayer("probe")
            .mayOnlyAccessLayers("counts", "thread")
            .whereLayer("jitter")
            .mayOnlyAccessLayers("probe", "thread")
            .whereLayer("histogram")
            .mayOnlyAccessLayers("counts", "probe")
            .whereLayer("report")
            .mayOnlyAccessLayers("histogram")
            .whereLayer("log")
            .mayOnlyAccessLayers("histogram");
}
