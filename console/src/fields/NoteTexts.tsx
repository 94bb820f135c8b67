import { FormHelperText, HelperText, HelperTextItem } from '@patternfly/react-core';
import { useTranslation } from '../words/use-translation.ts';

/** Warnings below a control. Screen readers announce a new one. */
export function NoteTexts({ texts }: { texts: readonly string[] }) {
  const { t } = useTranslation('editor');
  return (
    <FormHelperText>
      <HelperText isLiveRegion>
        {texts.map((text) => (
          <HelperTextItem key={text} variant="warning" screenReaderText={t('status.warning')}>
            {text}
          </HelperTextItem>
        ))}
      </HelperText>
    </FormHelperText>
  );
}
