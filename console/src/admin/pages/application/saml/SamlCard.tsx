import type { Row } from '@doorwright/crds';
import { Card, CardBody, CardHeader, CardTitle } from '@patternfly/react-core';
import { useTranslation } from '../../../words/use-translation.ts';
import { SamlValues } from './SamlValues.tsx';
import { ServiceProviderReader } from './ServiceProviderReader.tsx';

/** What a service provider of SAML needs to know, and a way to fill the list from its metadata. */
export function SamlCard({ object }: { object: Row }) {
  const { t } = useTranslation('editor');
  return (
    <Card className="below" component="section" aria-label={t('saml.title')}>
      <CardHeader>
        <CardTitle component="h2">{t('saml.title')}</CardTitle>
      </CardHeader>
      <SamlValues object={object} />
      <CardBody>
        <ServiceProviderReader />
      </CardBody>
    </Card>
  );
}
