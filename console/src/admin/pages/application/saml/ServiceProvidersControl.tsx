import { Suspense } from 'react';
import type { ControlProps } from '../../../fields/control.ts';
import { ItemsControl } from '../../../fields/ItemsControl.tsx';
import type { Item } from '../../../fields/new-item.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { needWords } from '../../../words/catalogues.ts';
import type { Indexed } from './AcsIndexesControl.tsx';

const Indexes = lazyPart<ControlProps<Indexed[]>>(async () => {
  await needWords(['saml-services']);
  return (await import('./AcsIndexesControl.tsx')).AcsIndexesControl;
});

const acsIndexes = (props: ControlProps<Indexed[]>) => (
  <Suspense>
    <Indexes {...props} />
  </Suspense>
);

/** Service providers of SAML. The indexes of one are a table of their own. */
export const ServiceProvidersControl = (props: ControlProps<Item[]>) => (
  <ItemsControl {...props} rules={{ controls: { acsIndexes } }} />
);
