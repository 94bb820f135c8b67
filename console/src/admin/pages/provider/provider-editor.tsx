import type { Row } from '@doorwright/crds';
import { referrersFor } from '@doorwright/crds/declared/referrers-for.ts';
import {
  descriptionOf,
  missingFields,
  offeredCategories,
  offeredTypes,
  subTypesOf,
  termOf,
  usedFields,
} from '@doorwright/crds/providers/described.ts';
import { type ProviderField, typeFields } from '@doorwright/crds/providers/description.ts';
import { providerMethods } from '@doorwright/crds/providers/index.ts';
import type { KindEditor } from '../../editor/kind-editor.ts';
import { ChoiceControl } from '../../fields/ChoiceControl.tsx';
import type { ControlProps } from '../../fields/control.ts';
import { followType } from './follow-type.ts';
import { NewProvider } from './NewProvider.tsx';
import { TypeControl } from './TypeControl.tsx';
import { Trial } from './trial/Trial.tsx';

const described: readonly ProviderField[] = [...typeFields, 'providerUrl'];

/** The same rule for each field that a type can describe. */
const each = <T,>(names: readonly ProviderField[], rule: (field: ProviderField) => T) =>
  Object.fromEntries(names.map((name) => [name, rule(name)]));

/** The offered values, and the stored one even if it is not among them. */
const withStored = (offered: readonly string[], value: string) => [...new Set([...offered, value])];

const words = (part: 'labels' | 'help') => (field: ProviderField) => (object: Row) => {
  const term = termOf(object, field);
  return term && `types-provider:${part}.${term}`;
};

export const providerEditor: KindEditor = {
  controls: {
    category: (props: ControlProps<string>) => (
      <ChoiceControl {...props} choices={withStored(offeredCategories(), props.value)} />
    ),
    type: TypeControl,
    subType: (props: ControlProps<string>) => <ChoiceControl {...props} choices={['', ...subTypesOf(props.object)]} />,
    method: (props: ControlProps<string>) => (
      <ChoiceControl {...props} choices={descriptionOf(props.object)?.methods ?? providerMethods} />
    ),
  },
  labels: each(described, words('labels')),
  help: each(described, words('help')),
  shownWhen: {
    ...each(typeFields, (field) => (object) => usedFields(object).includes(field)),
    subType: (object) => subTypesOf(object).length > 0,
    method: (object) => descriptionOf(object)?.methods !== undefined,
    organizations: ({ audience }) => audience === 'named',
  },
  requiredWhen: each(described, (field) => (object) => missingFields({ ...object, [field]: '' }).includes(field)),
  warnings: {
    type: (object) => (descriptionOf(object)?.offered ? undefined : 'provider.unsupported'),
  },
  following: {
    category: (object) => {
      const [type = ''] = offeredTypes(object.category);
      return { type, ...followType({ ...object, type }) };
    },
    type: followType,
  },
  declares: (object) => ({ spec: { allowedReferrers: referrersFor(object) } }),
  parts: { settings: Trial },
  newParts: { settings: NewProvider },
};
