import type { Row } from '@doorwright/crds';
import { CardBody, Content, DescriptionList } from '@patternfly/react-core';
import { Alert } from '../../ui/Alert.tsx';
import { CopyRow } from '../../ui/CopyRow.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { asRoomAllows } from './as-room-allows.ts';
import { kindOf } from './client-kinds.ts';
import { SecretRow } from './SecretRow.tsx';
import { discoveryPath } from './use-issuer.ts';

/** The values that a library of OpenID Connect asks for. */
export function ClientValues({ object, issuer }: { object: Row; issuer: string }) {
  const { t } = useTranslation('editor');
  const clientId = String(object.clientId);
  const redirectUris = (object.redirectUris ?? []) as string[];
  return (
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
  );
}
