/** Stands for the labels that every object of the chart has. */
export const labels = { standard: '' };

/** Puts them where they were stood for. */
export const standardLabels = (yaml: string) =>
  yaml.replaceAll('    standard: ""', '    {{- include "doorwright.labels" $ | nindent 4 }}');
