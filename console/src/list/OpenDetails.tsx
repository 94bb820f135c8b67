import { Button } from '@patternfly/react-core';
import type { ReactNode } from 'react';

/** Makes the content of a cell a button, if the row has details to open. */
export function OpenDetails({ onOpen, children }: { onOpen: (() => void) | undefined; children: ReactNode }) {
  if (!onOpen) return children;
  return (
    <Button variant="link" isInline onClick={onOpen}>
      {children}
    </Button>
  );
}
