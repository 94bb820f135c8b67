import { useState } from 'react';
import { matching, regionsIn } from '../../../portal/signup/regions.ts';
import type { ControlProps } from '../../fields/control.ts';
import { Typeahead } from '../../ui/Typeahead.tsx';
import { useTranslation } from '../../words/use-translation.ts';

/** A select of countries and regions in the page's language. It stores the code. */
export function RegionControl({ id, label, value, isDisabled, onChange }: ControlProps<string>) {
  const { language } = useTranslation();
  const [typed, setTyped] = useState('');
  const regions = regionsIn(language);
  const textOf = (code: string) => regions.find((region) => region.code === code)?.text ?? code;
  const codeOf = (text: string) => regions.find((region) => region.text === text)?.code ?? '';
  return (
    <Typeahead
      id={id}
      label={label}
      shown={textOf(value ?? '')}
      typed={typed}
      choices={[...(typed ? [] : ['']), ...matching(regions, typed).map(({ text }) => text)]}
      isSelected={(text) => codeOf(text) === value}
      isDisabled={isDisabled}
      onType={setTyped}
      onOpen={() => {}}
      onChoose={(text) => onChange(codeOf(text))}
    />
  );
}
