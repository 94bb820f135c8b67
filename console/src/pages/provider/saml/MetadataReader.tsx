import type { Row } from '@doorwright/crds';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { termOf } from '@doorwright/crds/providers/described.ts';
import type { ProviderField } from '@doorwright/crds/providers/description.ts';
import { ActionGroup, Button, Content, Form, FormGroup, TextArea } from '@patternfly/react-core';
import { useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ui/Alert.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { useKindWords } from '../../../words/kind-words.ts';
import { Changes } from './Changes.tsx';
import { MetadataState } from './MetadataState.tsx';
import { useMetadata } from './use-metadata.ts';

const accepted = '.xml,text/xml,application/xml,application/samlmetadata+xml';

/** Reads metadata of an identity provider into the form, and shows what would change. */
export function MetadataReader({ object }: { object: Row & Provider }) {
  const { t } = useTranslation(['editor', 'provider']);
  const notify = useNotify();
  const words = useKindWords({ name: 'provider' });
  const titleOf = (field: string) => {
    const term = termOf(object, field as ProviderField);
    return term ? t(`provider:labels.${term}`) : words.field(field);
  };
  const { getValues } = useFormContext<Row>();
  const metadataUrl = String(useWatch({ name: 'metadataUrl' }) ?? '');
  const [text, setText] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const { read, apply } = useMetadata(object);
  const { data } = read;
  const isUnchanged = data && Object.keys(data.changes).length === 0;
  return (
    <section className="below" aria-label={t('provider.metadata')}>
      <Content component="h2">{t('provider.metadata')}</Content>
      <Content component="p">{t('provider.metadataAbout')}</Content>
      {object.metadataState && <MetadataState state={object.metadataState} titleOf={titleOf} />}
      <Form onSubmit={(event) => event.preventDefault()}>
        <FormGroup label={t('provider.metadataText')} fieldId="saml-metadata">
          <TextArea
            id="saml-metadata"
            className="code"
            rows={4}
            resizeOrientation="vertical"
            spellCheck={false}
            value={text}
            onChange={(_event, typed) => setText(typed)}
          />
        </FormGroup>
        <input
          ref={file}
          type="file"
          hidden
          accept={accepted}
          onChange={async ({ target }) => {
            const [chosen] = target.files ?? [];
            const content = await chosen?.text();
            target.value = '';
            if (content) {
              setText(content);
              read.mutate({ metadata: content });
            }
          }}
        />
        <ActionGroup>
          <Button
            variant="secondary"
            isDisabled={read.isPending || text.trim() === ''}
            onClick={() => read.mutate({ metadata: text })}
          >
            {t('provider.metadataParse')}
          </Button>
          <Button variant="secondary" isDisabled={read.isPending} onClick={() => file.current?.click()}>
            {t('provider.metadataFile')}
          </Button>
          <Button
            variant="secondary"
            isDisabled={read.isPending || metadataUrl === ''}
            onClick={() => read.mutate({ metadataUrl })}
          >
            {t('provider.metadataFetch')}
          </Button>
        </ActionGroup>
      </Form>
      {read.error && (
        <Alert isInline variant="danger" title={t('provider.metadataFailed')}>
          {read.error.message}
        </Alert>
      )}
      <div role="status">
        {isUnchanged && <Content component="p">{t('provider.metadataSame')}</Content>}
        {data && !isUnchanged && <Changes now={getValues()} read={data.changes} titleOf={titleOf} />}
      </div>
      {data && !isUnchanged && (
        <Button
          className="below"
          onClick={() => {
            apply(data);
            notify('success', t('provider.metadataParsed'));
          }}
        >
          {t('provider.metadataApply')}
        </Button>
      )}
    </section>
  );
}
