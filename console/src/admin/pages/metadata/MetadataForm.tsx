import { Button, Form, FormGroup, TextArea } from '@patternfly/react-core';
import { type ReactNode, useRef, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { useTranslation } from '../../words/use-translation.ts';

const accepted = '.xml,text/xml,application/xml,application/samlmetadata+xml';

/** Where metadata of SAML are read from. */
export type MetadataSource = { metadata: string } | { metadataUrl: string };

interface Props {
  /** The id of the box for the text. */
  id: string;
  labels: { text: string; read: string; fetch: string };
  address: string;
  /** The field of the address, if it is not a field of the object. */
  addressField?: ReactNode;
  reading: { isPending: boolean; error: Error | null; mutate: (source: MetadataSource) => void };
}

/** Reads metadata from a text, a file or an address. */
export function MetadataForm({ id, labels, address, addressField, reading }: Props) {
  const { t } = useTranslation('editor');
  const [text, setText] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const { isPending, error, mutate } = reading;
  return (
    <>
      <Form onSubmit={(event) => event.preventDefault()}>
        <FormGroup label={labels.text} fieldId={id}>
          <TextArea
            id={id}
            className="code"
            rows={4}
            resizeOrientation="vertical"
            spellCheck={false}
            value={text}
            onChange={(_event, typed) => setText(typed)}
          />
        </FormGroup>
        {addressField}
        <input
          ref={file}
          type="file"
          hidden
          accept={accepted}
          onChange={async ({ target }) => {
            const content = await target.files?.[0]?.text();
            target.value = '';
            if (!content) return;
            setText(content);
            mutate({ metadata: content });
          }}
        />
        <div className="side-by-side">
          <Button
            variant="secondary"
            isDisabled={isPending || text.trim() === ''}
            onClick={() => mutate({ metadata: text })}
          >
            {labels.read}
          </Button>
          <Button variant="secondary" isDisabled={isPending} onClick={() => file.current?.click()}>
            {t('provider.metadataFile')}
          </Button>
          <Button
            variant="secondary"
            isDisabled={isPending || address.trim() === ''}
            onClick={() => mutate({ metadataUrl: address.trim() })}
          >
            {labels.fetch}
          </Button>
        </div>
      </Form>
      {error && (
        <Alert isInline variant="danger" title={t('provider.metadataFailed')}>
          {error.message}
        </Alert>
      )}
    </>
  );
}
