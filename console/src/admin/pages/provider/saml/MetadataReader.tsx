import type { Row } from '@doorwright/crds';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { termOf } from '@doorwright/crds/providers/described.ts';
import type { ProviderField } from '@doorwright/crds/providers/description.ts';
import { Button, Content } from '@patternfly/react-core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNotify } from '../../../ui/Notices.tsx';
import { useKindWords } from '../../../words/kind-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { MetadataForm } from '../../metadata/MetadataForm.tsx';
import { Changes } from './Changes.tsx';
import { MetadataState } from './MetadataState.tsx';
import { useMetadata } from './use-metadata.ts';

/** Reads metadata of an identity provider into the form, and shows what would change. */
export function MetadataReader({ object }: { object: Row & Provider }) {
  const { t } = useTranslation(['editor', 'types-provider']);
  const notify = useNotify();
  const words = useKindWords({ name: 'provider' });
  const titleOf = (field: string) => {
    const term = termOf(object, field as ProviderField);
    return term ? t(`types-provider:labels.${term}`) : words.field(field);
  };
  const { getValues } = useFormContext<Row>();
  const metadataUrl = String(useWatch({ name: 'metadataUrl' }) ?? '');
  const { read, apply } = useMetadata(object);
  const { data } = read;
  const isUnchanged = data && Object.keys(data.changes).length === 0;
  return (
    <section className="below" aria-label={t('provider.metadata')}>
      <Content component="h2">{t('provider.metadata')}</Content>
      <Content component="p">{t('provider.metadataAbout')}</Content>
      {object.metadataState && <MetadataState state={object.metadataState} titleOf={titleOf} />}
      <MetadataForm
        id="saml-metadata"
        labels={{
          text: t('provider.metadataText'),
          read: t('provider.metadataParse'),
          fetch: t('provider.metadataFetch'),
        }}
        address={metadataUrl}
        reading={read}
      />
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
