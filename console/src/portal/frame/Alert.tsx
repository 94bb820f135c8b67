import type { ReactNode } from 'react';

interface Props {
  look?: 'danger' | 'success' | 'info';
  title?: string;
  children?: ReactNode;
}

/** The element stays in the page while it is empty, so that screen readers read new text. */
export function Alert({ look = 'danger', title, children }: Props) {
  return (
    <div role={look === 'danger' ? 'alert' : 'status'}>
      {children && (
        <div className={`alert ${look}`}>
          {title && <strong>{title}</strong>}
          <div>{children}</div>
        </div>
      )}
    </div>
  );
}
