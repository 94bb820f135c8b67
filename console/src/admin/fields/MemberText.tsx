import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';
import { Icon } from '@patternfly/react-core';
import { CheckIcon } from '@patternfly/react-icons/dist/esm/icons/check-icon';
import { useChoiceWords } from '../words/choice-words.ts';
import { useTranslation } from '../words/use-translation.ts';

/** The value of a row's member, to read. */
export function MemberText({ member, value }: { member: FieldDescription; value: unknown }) {
  const { t } = useTranslation();
  const text = useMemberWords();
  if (member.type !== 'boolean') return text(member, value);
  if (value !== true)
    return (
      <span className="flag-off">
        <span aria-hidden>–</span>
        <span className="pf-v6-screen-reader">{t('off')}</span>
      </span>
    );
  return (
    <>
      <Icon isInline status="success">
        <CheckIcon />
      </Icon>
      <span className="pf-v6-screen-reader">{t('on')}</span>
    </>
  );
}

/** The words of a member's value. */
export function useMemberWords(): (member: FieldDescription, value: unknown) => string {
  const word = useChoiceWords();
  return ({ schema }, value) => {
    if (value === undefined || value === null) return '';
    if (Array.isArray(value)) return value.join(', ');
    return schema.enum ? word(String(value)) : String(value);
  };
}
