import { Field } from '../../frame/Field.tsx';
import { SelectField } from '../../frame/SelectField.tsx';
import { t } from '../../words.ts';
import type { OwnAccount } from '../own-account.ts';
import type { Choice, ProfileField } from './profile-fields.ts';

interface Props {
  account: OwnAccount;
  field: ProfileField;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

/** A value that is no choice, such as one from an import, stays until the user chooses another. */
const withPresent = (choices: Choice[], value: string) =>
  value && !choices.some((each) => each.value === value) ? [{ value, text: value }, ...choices] : choices;

export function ProfileInput({ account, field, value, problem, onChange }: Props) {
  const { name, input, lines, choices } = field;
  const label = t(field.label);
  if (choices)
    return (
      <SelectField
        name={name}
        label={label}
        value={value}
        problem={problem}
        choices={withPresent(choices(account), value)}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (lines)
    return (
      <div className="field">
        <label htmlFor={name}>{label}</label>
        <div className="box">
          <textarea
            id={name}
            name={name}
            rows={lines}
            maxLength={input?.maxLength}
            autoComplete={input?.autoComplete}
            value={value}
            aria-invalid={Boolean(problem)}
            aria-describedby={`${name}-problem`}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </div>
        <p id={`${name}-problem`} className="missing" aria-live="polite">
          {problem}
        </p>
      </div>
    );
  return (
    <Field
      name={name}
      label={label}
      {...input}
      value={value}
      problem={problem}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
