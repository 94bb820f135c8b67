import type { KindEditor } from '../../editor/kind-editor.ts';
import type { ControlProps } from '../../fields/control.ts';
import { ReferenceControl } from '../../fields/ReferenceControl.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { brandControls, brandShownWhen } from '../brand/brand-controls.ts';
import { FoldedPreview } from '../preview/FoldedPreview.tsx';
import { AccountItemsControl } from './AccountItemsControl.tsx';
import { LdapServers } from './LdapServers.tsx';
import { Provisioning } from './provisioning/Provisioning.tsx';
import { SamlKeys } from './SamlKeys.tsx';

const Pages = lazyPart(async () => (await import('../brand/OrganizationPreview.tsx')).OrganizationPreview);

const Preview = () => (
  <FoldedPreview>
    <Pages />
  </FoldedPreview>
);

export const organizationEditor: KindEditor = {
  controls: {
    ...brandControls,
    accountItems: AccountItemsControl,
    defaultApplication: (props: ControlProps<string>) => (
      <ReferenceControl {...props} scope={{ only: ['organization', String(props.object.name)] }} />
    ),
  },
  shownWhen: brandShownWhen,
  warnings: { masterPassword: ({ masterPassword }) => (masterPassword ? 'warnings.masterPassword' : undefined) },
  parts: { branding: Preview, directories: LdapServers, saml: SamlKeys, provisioning: Provisioning },
};
