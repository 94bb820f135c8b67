import { Field } from '../frame/Field.tsx';
import { t } from '../words.ts';
import type { Forgetful } from './contacts.ts';

interface Props extends Pick<Forgetful, 'contacts'> {
  chosen: number;
  onChoose: (index: number) => void;
}

/** The destination of the code: a choice of two, or the only one. */
export function ContactChoice({ contacts, chosen, onChoose }: Props) {
  const [only] = contacts;
  if (only && contacts.length === 1)
    return <Field name="contact" label={t(only.type)} value={only.dest} readOnly autoComplete="off" />;
  return (
    <fieldset className="contacts">
      <legend>{t('chooseContact')}</legend>
      {contacts.map(({ type, dest }, index) => (
        <label key={type} className="check">
          <input type="radio" name="contact" checked={index === chosen} onChange={() => onChoose(index)} />
          <span>
            {t(type)}: {dest}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
