import { stringify } from 'yaml';

/** YAML for readable diffs: no anchors, and natural line breaks. */
export const document = (object: unknown) => stringify(object, { aliasDuplicateObjects: false, lineWidth: 120 });
