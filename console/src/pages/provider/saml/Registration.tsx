import type { Row } from '@doorwright/crds';
import { acsPath } from '@doorwright/crds/providers/callback.ts';
import { Content, DescriptionList } from '@patternfly/react-core';
import { CopyRow } from '../../../ui/CopyRow.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

/** What the identity provider needs to know of this installation. */
export function Registration({ name }: Pick<Row, 'name'>) {
  const { t } = useTranslation('editor');
  const acs = `${location.origin}${acsPath}`;
  const metadata = `${location.origin}/api/saml/sp-metadata?provider=${encodeURIComponent(String(name))}`;
  return (
    <>
      <Content component="p">{t('provider.registerAbout')}</Content>
      <DescriptionList isCompact>
        <CopyRow label={t('provider.entityId')} text={acs} />
        <CopyRow label={t('provider.acs')} text={acs} />
        <CopyRow label={t('provider.ourMetadata')} text={metadata} />
      </DescriptionList>
    </>
  );
}
