import { FormHelperText, HelperText, HelperTextItem } from '@patternfly/react-core';

/** What is wrong, below the control it is about. */
export function ProblemText({ id, text }: { id: string; text: string | undefined }) {
  return (
    <FormHelperText>
      <HelperText isLiveRegion>
        {text && (
          <HelperTextItem id={`${id}-problem`} variant="error">
            {text}
          </HelperTextItem>
        )}
      </HelperText>
    </FormHelperText>
  );
}
