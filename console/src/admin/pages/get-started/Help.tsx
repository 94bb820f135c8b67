import { FormHelperText, HelperText, HelperTextItem } from '@patternfly/react-core';

/** A sentence below a field. */
export function Help({ isError = false, children }: { isError?: boolean; children: string }) {
  return (
    <FormHelperText>
      <HelperText>
        <HelperTextItem variant={isError ? 'error' : 'default'}>{children}</HelperTextItem>
      </HelperText>
    </FormHelperText>
  );
}
