import type { Row } from '@doorwright/crds';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { lazyPart } from '../../ui/lazy-part.tsx';

const NewSamlProvider = lazyPart(async () => (await import('./saml/NewSamlProvider.tsx')).NewSamlProvider);

/** What helps with a provider before its first save: one of SAML is made from the metadata of its identity provider. */
export function NewProvider({ object }: { object: Row }) {
  // Category and type are chosen in the form.
  const [category, type] = useWatch({ name: ['category', 'type'] });
  const chosen = { ...object, category, type } as Row & Provider;
  return <Suspense>{category === 'SAML' && <NewSamlProvider object={chosen} />}</Suspense>;
}
