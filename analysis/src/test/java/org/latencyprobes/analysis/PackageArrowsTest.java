package org.latencyprobes.analysis;

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
            .layer("statistics")
            .definedBy("org.latencyprobes.analysis.statistics")
            .layer("markup")
            .definedBy("org.latencyprobes.analysis.markup")
            .layer("axis")
            .definedBy("org.latencyprobes.analysis.picture.axis")
            .layer("picture")
            .definedBy("org.latencyprobes.analysis.picture")
            .layer("page")
            .definedBy("org.latencyprobes.analysis.page")
            .ensureAllClassesAreContainedInArchitecture()
            .whereLayer("statistics")
            .mayNotAccessAnyLayer()
            .whereLayer("markup")
            .mayNotAccessAnyLayer()
            .whereLayer("axis")
            .mayOnlyAccessLayers("markup")
            .whereLayer("picture")
            .mayOnlyAccessLayers("statistics", "markup", "axis")
            .whereLayer("page")
            .mayOnlyAccessLayers("markup", "picture", "axis");
}
