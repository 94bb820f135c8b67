import type { Row } from '@doorwright/crds';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { fapiSettings } from '@doorwright/crds/options/fapi.ts';
import { Button, Card, CardBody, CardHeader, CardTitle, Content } from '@patternfly/react-core';
import { useFormContext } from 'react-hook-form';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

/** Fills the form with the settings of FAPI 2. A custom resource keeps the fields that it manages. */
export function FapiPreset({ object }: { object: Row }) {
  const { t } = useTranslation('fapi');
  const notify = useNotify();
  const { getValues, setValue } = useFormContext<Row>();
  const managed = (object.managedFields ?? []) as readonly string[];

  function fill() {
    for (const [field, value] of Object.entries(fapiSettings(getValues() as Row & Application)))
      if (!managed.includes(field)) setValue(field, value, { shouldDirty: true, shouldValidate: true });
    notify('success', t('filled'));
  }

  return (
    <Card className="below" component="section" aria-label={t('title')}>
      <CardHeader>
        <CardTitle component="h2">{t('title')}</CardTitle>
      </CardHeader>
      <CardBody>
        <Content component="p">{t('about')}</Content>
        <Button variant="secondary" onClick={fill}>
          {t('fill')}
        </Button>
      </CardBody>
    </Card>
  );
}
