import { useState } from 'react';
import { call } from '../call.ts';
import { GoHome } from '../frame/GoHome.tsx';
import { forgetCreated, isCreated, signInLink } from '../frame/links.ts';
import type { PageProps } from '../page.ts';
import { Prompt } from './Prompt.tsx';

/** The client of the address, which the browser goes back to if the server knows its redirect address. */
const clientIn = (clientId: string, query: URLSearchParams) => ({
  ...{ type: 'code', clientId, redirectUri: query.get('redirectUri') ?? undefined },
  ...{ code: query.get('code') ?? undefined, state: query.get('state') ?? undefined },
});

/**
 * The prompt by its own address, as after sign-up. It ends signed out, at the redirect address, at the one that the server answers, or at the
 * sign-in page.
 */
export function PromptPage({ application, organization, account, query }: PageProps) {
  const [isNew] = useState(() => isCreated(application));
  if (!account) return <GoHome to={signInLink(application)} />;

  async function complete() {
    const { data2 } = await call('logout', { body: {}, query: clientIn(application.clientId, query) });
    forgetCreated(application);
    location.assign(typeof data2 === 'string' && data2 ? data2 : signInLink(application));
  }

  return <Prompt application={application} organization={organization} isCreated={isNew} onComplete={complete} />;
}
