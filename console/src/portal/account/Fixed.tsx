import type { ReactNode } from 'react';
import { t } from '../words.ts';

interface Props {
  label: string;
  children?: ReactNode;
  /** Content beside the text, such as a button that changes it. */
  beside?: ReactNode;
}

/** A value that the user cannot change here. It looks like text, not like a field. */
export const Fixed = ({ label, children, beside }: Props) => (
  <div className="fixed">
    <dl>
      <dt>{label}</dt>
      <dd>{children || <span className="none">{t('accountNone')}</span>}</dd>
    </dl>
    {beside}
  </div>
);
