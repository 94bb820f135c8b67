import { type AlertProps, Alert as Bare } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';

type Tone = 'success' | 'danger' | 'warning' | 'info';

/** An alert that says in the language of the page what its colour says to others, and is no heading. */
export function Alert({ variant, ...props }: Omit<AlertProps, 'variant'> & { variant: Tone }) {
  const { t } = useTranslation('console');
  return <Bare component="p" variant={variant} variantLabel={`${t(`tones.${variant}`)} `} {...props} />;
}
