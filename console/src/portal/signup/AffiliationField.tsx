import { type ComponentProps, useState } from 'react';
import { Field } from '../frame/Field.tsx';
import { SelectField } from '../frame/SelectField.tsx';
import { t } from '../words.ts';
import { useChoices } from './use-choices.ts';

interface Place {
  value: string;
  label: string;
  children: Place[];
}

interface Affiliation {
  id: number;
  name: string;
}

interface Props {
  applicationId: string;
  /** The text field, for use without choices. */
  field: ComponentProps<typeof Field>;
  /** The label of a field, marked if the field is optional. */
  labelled: (text: string) => string;
  onChoose: (affiliation: string) => void;
}

/** The places of each level, down to the first without a choice. */
function levelsOf(places: readonly Place[], [code, ...deeper]: readonly string[]): (readonly Place[])[] {
  const children = places.find(({ value }) => value === code)?.children ?? [];
  return children.length > 0 ? [places, ...levelsOf(children, deeper)] : [places];
}

/** An affiliation from the list of an address, which is chosen level by level. Without lists it is typed. */
export function AffiliationField({ applicationId, field, labelled, onChoose }: Props) {
  const [path, setPath] = useState<readonly string[]>([]);
  const places = useChoices<Place>('get-address-options', applicationId);
  const levels = levelsOf(places ?? [], path);
  const code = path.length === levels.length ? path.at(-1) : '';
  const affiliations = useChoices<Affiliation>('get-affiliation-options', applicationId, code);
  const typed = <Field {...field} help={t('affiliationTyped')} />;
  if (places?.length === 0) return typed;

  function choosePlace(level: number, value: string) {
    setPath([...path.slice(0, level), ...(value ? [value] : [])]);
    // Every address has its own affiliations.
    onChoose('');
  }

  const shared = { problem: undefined, 'aria-required': field['aria-required'] };
  return (
    <>
      {levels.map((choices, level) => (
        <SelectField
          {...shared}
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place in the row
          key={level}
          name={`address-${level}`}
          label={labelled(level === 0 ? t('address') : t('addressLevel', { level: level + 1 }))}
          choices={choices.map(({ value, label }) => ({ value, text: label }))}
          value={path[level] ?? ''}
          problem={field.problem && level === path.length ? t('addressMissing') : undefined}
          aria-busy={!places}
          onChange={({ target }) => choosePlace(level, target.value)}
        />
      ))}
      {code && affiliations?.length === 0 && typed}
      {code && affiliations?.length !== 0 && (
        <SelectField
          {...shared}
          name={field.name}
          label={field.label}
          choices={[...new Set(affiliations?.map(({ name }) => name))].map((name) => ({ value: name, text: name }))}
          value={String(field.value)}
          problem={field.problem}
          aria-busy={!affiliations}
          onChange={({ target }) => onChoose(target.value)}
        />
      )}
    </>
  );
}
