import type { Row } from '@doorwright/crds';
import { Card, CardHeader, CardTitle } from '@patternfly/react-core';
import { useTranslation } from '../../words/use-translation.ts';
import { CasConnect } from '../application/CasConnect.tsx';
import { ClientValues } from '../application/ClientValues.tsx';
import { kindOf } from '../application/client-kinds.ts';
import { ProgramPart } from '../application/program/ProgramPart.tsx';
import { SamlValues } from '../application/saml/SamlValues.tsx';
import { useIssuer } from '../application/use-issuer.ts';

/** What the program of an application needs, in the words of its protocol. */
export function ApplicationValues({ object }: { object: Row }) {
  const { t } = useTranslation('editor');
  const issuer = useIssuer();
  const kind = kindOf(object);
  if (!issuer) return null;
  return (
    <Card component="section" aria-label={t('connect.title')}>
      <CardHeader>
        <CardTitle component="h2">{t('connect.title')}</CardTitle>
      </CardHeader>
      {kind === 'saml' ? (
        <SamlValues object={object} />
      ) : kind === 'cas' ? (
        <CasConnect issuer={issuer} object={object} />
      ) : (
        <>
          <ClientValues object={object} issuer={issuer} />
          <ProgramPart object={object} issuer={issuer} />
        </>
      )}
    </Card>
  );
}
