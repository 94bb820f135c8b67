import type { Recipient, RecipientField } from '@doorwright/crds/invoice/recipient.ts';
import { Field } from '../../frame/Field.tsx';
import { SelectField } from '../../frame/SelectField.tsx';
import { t } from '../../words.ts';
import { choicesOf, labels, shownFields } from './recipient.ts';

interface Props {
  recipient: Recipient;
  problem: { field: string; text: string } | undefined;
  onChange: (change: Partial<Recipient>) => void;
}

const types: Partial<Record<RecipientField, string>> = { personEmail: 'email', personPhone: 'tel' };
const lengths: Partial<Record<RecipientField, number>> = { invoiceAddress: 300, invoiceRemark: 50 };

/** The fields for the recipient of an invoice. */
export function RecipientFields({ recipient, problem, onChange }: Props) {
  return shownFields(recipient).map((field) => {
    const choices = choicesOf(field);
    const shared = {
      name: field,
      label: t(labels[field]),
      value: recipient[field],
      problem: problem?.field === field ? problem.text : undefined,
    };
    if (choices)
      return (
        <SelectField
          key={field}
          {...shared}
          choices={choices}
          onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
        />
      );
    return (
      <Field
        key={field}
        {...shared}
        type={types[field] ?? 'text'}
        maxLength={lengths[field] ?? 100}
        dir="auto"
        onInput={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
      />
    );
  });
}
