import type { Row } from '@doorwright/crds';
import { Card, CardBody, CardHeader, CardTitle, Content, DescriptionList } from '@patternfly/react-core';
import { Alert } from '../../ui/Alert.tsx';
import { CopyRow } from '../../ui/CopyRow.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { asRoomAllows } from './as-room-allows.ts';
import { CasConnect } from './CasConnect.tsx';
import { kindOf } from './client-kinds.ts';
import { pagesOf } from './connecting.ts';
import { ProgramPart } from './program/ProgramPart.tsx';
import { SecretRow } from './SecretRow.tsx';
import { SamlServices } from './saml/services/SamlServices.tsx';
import { discoveryPath, useIssuer } from './use-issuer.ts';

/** The values that an application's library needs, and the addresses of the application's pages. */
export function ConnectCard({ object }: { object: Row }) {
  const { t } = useTranslation('editor');
  const issuer = useIssuer();
  if (!issuer) return null;
  const clientId = String(object.clientId);
  const redirectUris = (object.redirectUris ?? []) as string[];
  return (
    <Card className="below connect" component="section" aria-label={t('connect.title')}>
      <CardHeader>
        <CardTitle component="h2">{t('connect.title')}</CardTitle>
      </CardHeader>
      <CardBody>
        <Content component="p">{t('connect.about')}</Content>
        <DescriptionList {...asRoomAllows}>
          <CopyRow label={t('connect.issuer')} text={issuer} />
          <CopyRow label={t('connect.discovery')} text={`${issuer}${discoveryPath}`} />
          <CopyRow label={t('application:fields.clientId')} text={clientId} />
          {object.clientType === 'confidential' && <SecretRow object={object} />}
          {redirectUris.map((uri, index) => (
            <CopyRow key={uri} label={`${t('connect.redirectUrl')} ${index + 1}`} text={uri} />
          ))}
        </DescriptionList>
        {redirectUris.length === 0 && kindOf(object) === 'web' && (
          <Alert isInline isPlain variant="warning" title={t('connect.noRedirectUrl')} />
        )}
      </CardBody>
      <ProgramPart object={object} issuer={issuer} />
      {Array.isArray(object.casServices) && object.casServices.length > 0 && (
        <CasConnect issuer={issuer} object={object} />
      )}
      <SamlServices object={object} />
      <CardBody>
        <Content component="h3">{t('connect.pages')}</Content>
        <DescriptionList {...asRoomAllows}>
          {pagesOf(issuer, object).map(({ page, address }) => (
            <CopyRow key={page} label={t(`connect.page.${page}`)} text={address} toast={t('connect.pageCopied')} />
          ))}
        </DescriptionList>
      </CardBody>
    </Card>
  );
}
