import type { ReactNode } from 'react';
import { t } from '../words.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { Door } from './Door.tsx';

/** Nobody can go on here: why, and the way back. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <Door title={t('problem')}>
      <Alert>{children}</Alert>
      <Button look="secondary" onClick={() => history.back()}>
        {t('back')}
      </Button>
    </Door>
  );
}
