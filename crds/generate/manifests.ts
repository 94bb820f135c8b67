import { crdOf } from '../derive/crd.ts';
import { isDeclared } from '../derive/spec.ts';
import type { Producer } from './artefact.ts';
import { document } from './document.ts';

/** For `kubectl apply -f crds/manifests`. */
export const manifests: Producer = {
  folders: ['crds/manifests'],
  produce: ({ kinds, bundleVersion }) =>
    kinds.filter(isDeclared).map((kind) => ({
      path: `crds/manifests/${kind.plural}.yaml`,
      content: `# Written by \`npm run generate\` from crds/kinds/${kind.name}.ts.\n${document(crdOf(kind, { bundleVersion }))}`,
    })),
};
