import type { Row } from '@doorwright/crds';
import { CardBody, Content, DescriptionList } from '@patternfly/react-core';
import { CodeText } from '../../../ui/CodeText.tsx';
import { CopyRow } from '../../../ui/CopyRow.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { useIssuer } from '../use-issuer.ts';
import { useSamlMetadata } from './use-saml-metadata.ts';

/** What a service provider of SAML needs to know. */
export function SamlValues({ object }: { object: Row }) {
  const { t } = useTranslation('editor');
  const origin = useIssuer();
  const { data } = useSamlMetadata(object);
  if (!origin) return null;
  const id = `${object.owner}/${object.name}`;
  const path = `${encodeURIComponent(String(object.owner))}/${encodeURIComponent(String(object.name))}`;
  return (
    <>
      <CardBody>
        <Content component="p">{t('saml.about')}</Content>
        <DescriptionList isCompact>
          <CopyRow
            label={t('saml.metadataUrl')}
            text={`${origin}/api/saml/metadata?application=${encodeURIComponent(id)}`}
            toast={t('saml.metadataUrlCopied')}
          />
          {data && <CopyRow label={t('saml.entityId')} text={data.entityId} />}
          <CopyRow label={t('saml.signOn')} text={`${origin}/login/saml/authorize/${path}`} />
          <CopyRow label={t('saml.signOut')} text={`${origin}/login/saml/logout/${path}`} />
        </DescriptionList>
      </CardBody>
      {data && (
        <CardBody>
          <Content component="h3">{t('saml.certificate')}</Content>
          <CodeText label={t('saml.certificate')} text={data.certificate} file={`${object.name}.pem`} />
          <Content component="h3">{t('saml.metadata')}</Content>
          <CodeText label={t('saml.metadata')} text={data.xml} file={`${object.name}-metadata.xml`} />
        </CardBody>
      )}
    </>
  );
}
