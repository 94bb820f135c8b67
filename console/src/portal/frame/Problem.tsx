import type { ReactNode } from 'react';
import { t } from '../words.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { Door } from './Door.tsx';

interface Props {
  title?: string;
  /** What can be done about it; else one goes back. */
  action?: ReactNode;
  children: ReactNode;
}

/** A page that a link opened by itself has nothing before it. */
const goBack = () => (history.length > 1 ? history.back() : location.assign('/'));

/** Nobody can go on here: why, and the way back. */
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
