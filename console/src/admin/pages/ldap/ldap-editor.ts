import type { KindEditor } from '../../editor/kind-editor.ts';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';

export const ldapEditor: KindEditor = {
  warnings: { autoSync: ({ autoSync }) => (Number(autoSync) > 0 ? 'warnings.autoSync' : undefined) },
  outcome: { saved: 'editor:ldap.updated', failed: 'editor:ldap.failedToUpdate' },
  // The page of an organization lists its directories.
  exit: ({ owner }) => paths.editor(registry.named('organization'), { name: owner }),
};
