import { type AlertProps, Alert as Bare } from '@patternfly/react-core';
import { useTranslation } from '../words/use-translation.ts';

type Tone = 'success' | 'danger' | 'warning' | 'info';

/** An alert with its severity as text in the page's language, and without the library's heading. */
export function Alert({ variant, ...props }: Omit<AlertProps, 'variant'> & { variant: Tone }) {
  const { t } = useTranslation('console');
  return <Bare component="p" variant={variant} variantLabel={`${t(`tones.${variant}`)} `} {...props} />;
}
