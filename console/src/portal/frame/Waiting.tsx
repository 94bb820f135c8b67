import type { ReactNode } from 'react';

/** The page while something goes on by itself. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <main className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </main>
  );
}
