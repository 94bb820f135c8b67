import type { ReactNode } from 'react';
import { rememberSignIn } from '../frame/links.ts';

/** A link to another page of the portal, which knows the way back to this very sign-in. */
export function LeavingLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} onClick={() => rememberSignIn()}>
      {children}
    </a>
  );
}
