import {
  ClipboardCopy,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useNotify } from '../../ui/Notices.tsx';

interface Props {
  label: string;
  text: string;
  /** Said when it has been copied, where there is more to say than that it has. */
  toast?: string;
}

/** A text that one takes elsewhere. */
export function CopyRow({ label, text, toast }: Props) {
  const { t } = useTranslation();
  const notify = useNotify();
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
          onCopy={(_event, copied) => {
            void navigator.clipboard.writeText(String(copied));
            if (toast) notify('success', toast);
          }}
        >
          {text}
        </ClipboardCopy>
      </DescriptionListDescription>
    </DescriptionListGroup>
  );
}
