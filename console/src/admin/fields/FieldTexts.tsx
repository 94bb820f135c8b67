import { FormHelperText, HelperText, HelperTextItem } from '@patternfly/react-core';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  /** The id of the control. */
  id: string;
  warnings?: readonly string[];
  problem?: string | undefined;
}

/** The warnings below a control, and its error. Screen readers announce a new one. */
export function FieldTexts({ id, warnings = [], problem }: Props) {
  const { t } = useTranslation('editor');
  return (
    <FormHelperText>
      <HelperText isLiveRegion>
        {warnings.map((text) => (
          <HelperTextItem key={text} variant="warning" screenReaderText={t('status.warning')}>
            {text}
          </HelperTextItem>
        ))}
        {problem && (
          <HelperTextItem id={`${id}-problem`} variant="error" screenReaderText={t('status.error')}>
            {problem}
          </HelperTextItem>
        )}
      </HelperText>
    </FormHelperText>
  );
}
