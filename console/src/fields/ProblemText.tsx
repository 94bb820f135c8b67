import { FormHelperText, HelperText, HelperTextItem } from '@patternfly/react-core';
import { useTranslation } from '../words/use-translation.ts';

/** The error below a control. */
export function ProblemText({ id, text }: { id: string; text: string | undefined }) {
  const { t } = useTranslation('editor');
  return (
    <FormHelperText>
      <HelperText isLiveRegion>
        {text && (
          <HelperTextItem id={`${id}-problem`} variant="error" screenReaderText={t('status.error')}>
            {text}
          </HelperTextItem>
        )}
      </HelperText>
    </FormHelperText>
  );
}
