import type { KindEditor } from '../../editor/kind-editor.ts';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { runsPart, testPart } from '../sync/runs-part.tsx';

const test = testPart('ldap');

export const ldapEditor: KindEditor = {
  warnings: { autoSync: ({ autoSync }) => (Number(autoSync) > 0 ? 'warnings.autoSync' : undefined) },
  outcome: { saved: 'editor:ldap.updated', failed: 'editor:ldap.failedToUpdate' },
  parts: { settings: test, mapping: test, runs: runsPart('ldap') },
  newParts: { settings: test, mapping: test },
  // The page of an organization lists its directories.
  exit: ({ owner }) => paths.editor(registry.named('organization'), { name: owner }),
};
