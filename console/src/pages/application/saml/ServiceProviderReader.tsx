import type { Row } from '@doorwright/crds';
import { Button, Content, Form, FormGroup, TextArea, TextInput } from '@patternfly/react-core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ui/Alert.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useServiceProvider } from './use-service-provider.ts';

const accepted = '.xml,text/xml,application/xml,application/samlmetadata+xml';

/** Reads the metadata of a service provider into the form, from a text, a file or an address. */
export function ServiceProviderReader() {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const [text, setText] = useState('');
  const [address, setAddress] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const read = useServiceProvider(({ entityId }: Row) => notify('success', t('saml.taken', { entityId })));
  return (
    <>
      <Content component="h3">{t('saml.fill')}</Content>
      <Content component="p">{t('saml.fillAbout')}</Content>
      <Form onSubmit={(event) => event.preventDefault()}>
        <FormGroup label={t('saml.text')} fieldId="sp-metadata">
          <TextArea
            id="sp-metadata"
            className="code"
            rows={4}
            resizeOrientation="vertical"
            spellCheck={false}
            value={text}
            onChange={(_event, typed) => setText(typed)}
          />
        </FormGroup>
        <FormGroup label={t('saml.address')} fieldId="sp-metadata-url">
          <TextInput id="sp-metadata-url" type="url" value={address} onChange={(_event, typed) => setAddress(typed)} />
        </FormGroup>
        <input
          ref={file}
          type="file"
          hidden
          accept={accepted}
          onChange={async ({ target }) => {
            const content = await target.files?.[0]?.text();
            target.value = '';
            if (content) read.mutate({ metadata: content });
          }}
        />
        <div className="side-by-side">
          <Button
            variant="secondary"
            isDisabled={read.isPending || text.trim() === ''}
            onClick={() => read.mutate({ metadata: text })}
          >
            {t('saml.read')}
          </Button>
          <Button variant="secondary" isDisabled={read.isPending} onClick={() => file.current?.click()}>
            {t('provider.metadataFile')}
          </Button>
          <Button
            variant="secondary"
            isDisabled={read.isPending || address.trim() === ''}
            onClick={() => read.mutate({ metadataUrl: address.trim() })}
          >
            {t('saml.fetch')}
          </Button>
        </div>
      </Form>
      {read.error && (
        <Alert isInline variant="danger" title={t('provider.metadataFailed')}>
          {read.error.message}
        </Alert>
      )}
    </>
  );
}
