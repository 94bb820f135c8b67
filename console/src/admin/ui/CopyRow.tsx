import {
  ClipboardCopy,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core';
import { useTranslation } from '../words/use-translation.ts';
import { useCopy } from './use-copy.ts';

interface Props {
  label: string;
  text: string;
  /** The toast after the copy, instead of the usual one. */
  toast?: string;
}

/** A text with a copy button. */
export function CopyRow({ label, text, toast }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{label}</DescriptionListTerm>
      <DescriptionListDescription>
        <ClipboardCopy
          isReadOnly
          textAriaLabel={label}
          copyAriaLabel={`${t('copy')}: ${label}`}
          hoverTip={t('copy')}
          clickTip={t('copied')}
          onCopy={(_event, copied) => void copy(String(copied), toast)}
        >
          {text}
        </ClipboardCopy>
      </DescriptionListDescription>
    </DescriptionListGroup>
  );
}
