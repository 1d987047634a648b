/** The reading of what was recorded, as differences of counts. */
package org.latencyprobes.internal.histogram;
