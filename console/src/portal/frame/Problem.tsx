import type { ReactNode } from 'react';
import { t } from '../words.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { Door } from './Door.tsx';

interface Props {
  title?: string;
  /** A way to solve the problem. Without one, the page offers the way back. */
  action?: ReactNode;
  children: ReactNode;
}

/** A page in a new tab has no page before it. */
const goBack = () => (history.length > 1 ? history.back() : location.assign('/'));

/** A page on which nobody can go on, with the reason and the way back. */
export function Problem({ title = t('problem'), action, children }: Props) {
  return (
    <Door title={title}>
      <Alert>{children}</Alert>
      {action ?? (
        <Button look="secondary" onClick={goBack}>
          {t('back')}
        </Button>
      )}
    </Door>
  );
}
