/** The axes of pictures: where a value stands, which values are marked, and how wide their labels are. */
package org.latencyprobes.analysis.picture.axis;
