import type { Row } from '@doorwright/crds';
import { Button, CardBody, Content, Form, FormGroup, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Alert } from '../../../../ui/Alert.tsx';
import { useNotify } from '../../../../ui/Notices.tsx';
import { SingleSelect } from '../../../../ui/SingleSelect.tsx';
import { useTranslation } from '../../../../words/use-translation.ts';
import { type ListRow, newProvider, withProvider } from '../with-provider.ts';
import { isComplete, rowsOf, type Typed, withAttributes } from './fill-in.ts';
import { ValuesHere, ValuesThere } from './ServiceValues.tsx';
import type { Asked, SamlService } from './saml-service.ts';
import { samlServices } from './saml-services.ts';

const choices = samlServices.map(({ title }) => ({ value: title, title }));

/** Sets up a well-known service provider of SAML: what to enter there, and what to enter here. */
export function SamlServices({ object }: { object: Row }) {
  const { t } = useTranslation('saml-services');
  const [chosen, setChosen] = useState('');
  const service = samlServices.find(({ title }) => title === chosen);
  return (
    <CardBody>
      <Content component="h3">{t('title')}</Content>
      <Content component="p">{t('about')}</Content>
      <SingleSelect
        label={t('service')}
        choices={choices}
        chosen={chosen}
        placeholder={t('choose')}
        onChoose={setChosen}
      />
      {service && <ChosenService key={chosen} object={object} service={service} />}
    </CardBody>
  );
}

function ChosenService({ object, service }: { object: Row; service: SamlService }) {
  const { t } = useTranslation('saml-services');
  const notify = useNotify();
  const { getValues, setValue } = useFormContext<Row>();
  const [typed, setTyped] = useState<Typed>({});
  const { title, asks, note, documentation, checked } = service;

  function fillIn() {
    const { provider, attributes } = rowsOf(service, typed);
    const rows = (field: string) => (getValues(field) ?? []) as ListRow[];
    const set = (field: string, next: ListRow[]) => setValue(field, next, { shouldDirty: true, shouldValidate: true });
    set('samlServiceProviders', withProvider(rows('samlServiceProviders'), provider, newProvider));
    if (attributes.length > 0) set('samlAttributes', withAttributes(rows('samlAttributes'), attributes));
    notify('success', t('filled', { service: title }));
  }

  return (
    <>
      <Form className="below" onSubmit={(event) => event.preventDefault()}>
        {(Object.entries(asks) as [Asked, string][]).map(([asked, example]) => (
          <FormGroup key={asked} label={t(`asks.${asked}`)} fieldId={`service-${asked}`}>
            <TextInput
              id={`service-${asked}`}
              placeholder={example}
              spellCheck={false}
              value={typed[asked] ?? ''}
              onChange={(_event, text) => setTyped({ ...typed, [asked]: text.trim() })}
            />
          </FormGroup>
        ))}
      </Form>
      {note && <Alert isInline isPlain variant="info" title={t(`notes.${note}`)} />}
      <ValuesThere object={object} service={service} typed={typed} />
      <ValuesHere service={service} typed={typed} />
      <Button variant="secondary" isDisabled={!isComplete(service, typed)} onClick={fillIn}>
        {t('fillIn')}
      </Button>
      <Content component="p">
        <a href={documentation} target="_blank" rel="noreferrer">
          {t('documentation', { service: title })}
        </a>{' '}
        {t('checked', { date: checked })}
      </Content>
    </>
  );
}
