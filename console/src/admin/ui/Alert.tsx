import { type AlertProps, Alert as Bare } from '@patternfly/react-core';
import { useMemo } from 'react';
import { codeToldIn } from '../http/told-errors.ts';
import { useTranslation } from '../words/use-translation.ts';
import { WhatToDo } from './WhatToDo.tsx';

type Tone = 'success' | 'danger' | 'warning' | 'info';

/**
 * An alert with its severity as text in the page's language, and without the library's heading. An error of the server links to the
 * guide.
 */
export function Alert({ variant, title, actionLinks, ...props }: Omit<AlertProps, 'variant'> & { variant: Tone }) {
  const { t } = useTranslation('console');
  const isError = variant === 'danger' && typeof title === 'string';
  const code = useMemo(() => (isError ? codeToldIn(title) : undefined), [isError, title]);
  return (
    <Bare
      component="p"
      variant={variant}
      variantLabel={`${t(`tones.${variant}`)} `}
      title={title}
      actionLinks={actionLinks ?? (code && <WhatToDo code={code} />)}
      {...props}
    />
  );
}
