import { kinds } from '@doorwright/crds';
import { checkManifest } from '@doorwright/crds/derive/manifest.ts';
import type { Validate } from '../runtime/folder/folder-documents.ts';

/** Kinds of Kubernetes that a folder may contain besides ours. */
const builtIn = new Set(['Secret', 'Namespace']);

/** Checks a manifest as an API server with our definitions would. */
export const validateManifest: Validate = (object) => {
  if (object.apiVersion === 'v1' && builtIn.has(object.kind)) return [];
  return checkManifest(kinds, object).problems;
};
