import type { KindEditor } from '../../editor/kind-editor.ts';
import type { ControlProps } from '../../fields/control.ts';
import { ReferenceControl } from '../../fields/ReferenceControl.tsx';
import { AccountItemsControl } from './AccountItemsControl.tsx';
import { LdapServers } from './LdapServers.tsx';
import { Provisioning } from './provisioning/Provisioning.tsx';
import { SamlKeys } from './SamlKeys.tsx';

export const organizationEditor: KindEditor = {
  controls: {
    accountItems: AccountItemsControl,
    defaultApplication: (props: ControlProps<string>) => (
      <ReferenceControl {...props} scope={{ only: ['organization', String(props.object.name)] }} />
    ),
  },
  warnings: { masterPassword: ({ masterPassword }) => (masterPassword ? 'warnings.masterPassword' : undefined) },
  parts: { directories: LdapServers, saml: SamlKeys, provisioning: Provisioning },
};
