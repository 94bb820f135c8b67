import type { ReactNode } from 'react';
import { rememberSignIn } from '../frame/links.ts';
import type { Application } from '../page.ts';

interface Props {
  application: Pick<Application, 'name'>;
  href: string;
  children: ReactNode;
}

/** A link to another page of the portal that remembers the way back to this sign-in. */
export function LeavingLink({ application, href, children }: Props) {
  return (
    <a href={href} onClick={() => rememberSignIn(application)}>
      {children}
    </a>
  );
}
