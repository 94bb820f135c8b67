import './phone.css';
import { type ComponentProps, useState } from 'react';
import { Field } from '../frame/Field.tsx';
import { useOnce } from '../frame/use-once.ts';
import type { Organization } from '../page.ts';
import { t } from '../words.ts';
import type { Country } from './countries.ts';
import { visitorRegion } from './visitor-region.ts';

interface Props extends Omit<ComponentProps<typeof Field>, 'value' | 'before' | 'onChange' | 'onInput'> {
  organization: Pick<Organization, 'phonePrefix' | 'allowForeignPhones'>;
  /** The number. One of another country than the organization's begins with `+` and its code. */
  value: string;
  onNumber: (number: string) => void;
}

/** The input of a phone number. Where foreign numbers are allowed, its country is the visitor's at first. */
export function PhoneField({ organization: { phonePrefix, allowForeignPhones }, value, onNumber, ...field }: Props) {
  const [countries, setCountries] = useState<readonly Country[]>([]);
  const [region, setRegion] = useState('');
  // Most pages show no phone, so the names of countries load with the first field.
  useOnce(() => {
    if (!allowForeignPhones) return;
    void import('./countries.ts').then(
      ({ countriesIn }) => {
        const all = countriesIn(document.documentElement.lang);
        setCountries(all);
        const own = all.find((each) => each.region === visitorRegion());
        // A number that stands there already keeps its country.
        const kept = all.find(({ code }) => value.startsWith(`+${code}`));
        if (value ? kept : own && own.code !== phonePrefix) setRegion((value ? kept : own)?.region ?? '');
      },
      // Without the names, the field takes numbers with their code.
      () => undefined,
    );
  });

  const code = countries.find((each) => each.region === region)?.code;
  const isForeign = code !== undefined && code !== phonePrefix;
  const typed = isForeign && value.startsWith(`+${code}`) ? value.slice(code.length + 1) : value;
  const withCode = (number: string, chosen: string | undefined) =>
    number && chosen !== undefined && chosen !== phonePrefix && !number.startsWith('+')
      ? `+${chosen}${number}`
      : number;

  const choose = (wanted: string) => {
    setRegion(wanted);
    onNumber(withCode(typed, countries.find((each) => each.region === wanted)?.code));
  };

  return (
    <Field
      {...field}
      value={typed}
      onChange={({ currentTarget }) => onNumber(withCode(currentTarget.value, code))}
      before={
        countries.length > 0 ? (
          <span className="country">
            +{code ?? phonePrefix}
            <svg className="more" viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
              <path d="m3.5 6 4.5 4.5L12.5 6" />
            </svg>
            <select
              aria-label={t('phoneCountry')}
              value={region}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            >
              <option value="">+{phonePrefix}</option>
              {countries.map((each) => (
                <option key={each.region} value={each.region}>
                  {each.text}
                </option>
              ))}
            </select>
          </span>
        ) : (
          phonePrefix && `+${phonePrefix}`
        )
      }
    />
  );
}
