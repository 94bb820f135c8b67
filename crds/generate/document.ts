import { stringify } from 'yaml';

/** YAML that reads well in a diff: no anchors, and lines that break where a person would. */
export const document = (object: unknown) => stringify(object, { aliasDuplicateObjects: false, lineWidth: 120 });
