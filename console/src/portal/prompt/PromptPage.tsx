import { useState } from 'react';
import { call } from '../call.ts';
import { GoHome } from '../frame/GoHome.tsx';
import { forgetCreated, isCreated, resultLink, signInLink } from '../frame/links.ts';
import type { PageProps } from '../page.ts';
import { Prompt } from './Prompt.tsx';

/** The prompt by its own address, as after sign-up. It ends signed out, as the specification says. */
export function PromptPage({ application, organization, account }: PageProps) {
  const [isNew] = useState(() => isCreated(application));
  if (!account) return <GoHome to={signInLink(application)} />;

  async function complete() {
    await call('logout', { body: {} });
    forgetCreated(application);
    location.assign(isNew ? resultLink(application) : signInLink(application));
  }

  return <Prompt application={application} organization={organization} isCreated={isNew} onComplete={complete} />;
}
