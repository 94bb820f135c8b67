import type { Row } from '@doorwright/crds';
import { Card, CardBody, CardHeader, CardTitle, Content, DescriptionList } from '@patternfly/react-core';
import { CopyRow } from '../../ui/CopyRow.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { asRoomAllows } from './as-room-allows.ts';
import { CasConnect } from './CasConnect.tsx';
import { ClientValues } from './ClientValues.tsx';
import { pagesOf } from './connecting.ts';
import { ProgramPart } from './program/ProgramPart.tsx';
import { SamlServices } from './saml/services/SamlServices.tsx';
import { useIssuer } from './use-issuer.ts';

/** The values that an application's library needs, and the addresses of the application's pages. */
export function ConnectCard({ object }: { object: Row }) {
  const { t } = useTranslation('editor');
  const issuer = useIssuer();
  if (!issuer) return null;
  return (
    <Card className="below connect" component="section" aria-label={t('connect.title')}>
      <CardHeader>
        <CardTitle component="h2">{t('connect.title')}</CardTitle>
      </CardHeader>
      <ClientValues object={object} issuer={issuer} />
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
