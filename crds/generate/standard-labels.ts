/** A placeholder for the labels of every object of the chart. */
export const labels = { standard: '' };

/** Replaces the placeholder. */
export const standardLabels = (yaml: string) =>
  yaml.replaceAll('    standard: ""', '    {{- include "doorwright.labels" $ | nindent 4 }}');
