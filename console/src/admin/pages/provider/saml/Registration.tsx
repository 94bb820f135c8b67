import type { Row } from '@doorwright/crds';
import { acsPath } from '@doorwright/crds/providers/callback.ts';
import { Content, DescriptionList } from '@patternfly/react-core';
import { CopyRow } from '../../../ui/CopyRow.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

/** What the identity provider needs to know of this installation. Our metadata are those for a stored provider. */
export function Registration({ name }: { name?: Row['name'] }) {
  const { t } = useTranslation('editor');
  const acs = `${location.origin}${acsPath}`;
  const metadata = `${location.origin}/api/saml/sp-metadata?provider=${encodeURIComponent(String(name))}`;
  return (
    <>
      <Content component="p">{t('provider.registerAbout')}</Content>
      <DescriptionList isCompact>
        <CopyRow label={t('provider.entityId')} text={acs} toast={t('common:copied')} />
        <CopyRow label={t('provider.acs')} text={acs} toast={t('common:copied')} />
        {name !== undefined && <CopyRow label={t('provider.ourMetadata')} text={metadata} toast={t('common:copied')} />}
      </DescriptionList>
    </>
  );
}
