import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';
import { FormGroup } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { FieldTexts } from './FieldTexts.tsx';
import { type Problem, textOf, within } from './problem.ts';

interface Props {
  id: string;
  label: string;
  members: readonly { member: FieldDescription; label: string; isShown: boolean; control: ReactNode }[];
  problem: Problem | undefined;
}

/** The members of an open row, each with its label. */
export function ItemForm({ id, label, members, problem }: Props) {
  return (
    <fieldset aria-label={label} className="item-form">
      {members.map(({ member, label, isShown, control }) => {
        const own = `${id}-${member.name}`;
        if (isShown)
          return (
            <FormGroup key={member.name} label={label} fieldId={own}>
              {control}
            </FormGroup>
          );
        // An error of a member that this row does not use.
        const text = textOf(within(problem, member.name));
        return text && <FieldTexts key={member.name} id={own} problem={`${label}: ${text}`} />;
      })}
    </fieldset>
  );
}
