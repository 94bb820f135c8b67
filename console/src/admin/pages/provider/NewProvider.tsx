import type { Row } from '@doorwright/crds';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { descriptionOf } from '@doorwright/crds/providers/described.ts';
import { Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { Alert } from '../../ui/Alert.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useTranslation } from '../../words/use-translation.ts';

const NewSamlProvider = lazyPart(async () => (await import('./saml/NewSamlProvider.tsx')).NewSamlProvider);

/** What helps with a provider before its first save: one of SAML is made from the metadata of its identity provider. */
export function NewProvider({ object }: { object: Row }) {
  // Category and type are chosen in the form.
  const [category, type] = useWatch({ name: ['category', 'type'] });
  const chosen = { ...object, category, type } as Row & Provider;
  const { t } = useTranslation('editor');
  return (
    <Suspense>
      {category === 'SAML' && <NewSamlProvider object={chosen} />}
      {descriptionOf(chosen)?.trial && (
        <Alert isInline isPlain variant="info" className="below" title={t('provider.testLater')} />
      )}
    </Suspense>
  );
}
