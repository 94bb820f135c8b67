import { useState } from 'react';
import { idOf, readAccount } from '../account.ts';
import { Alert } from '../frame/Alert.tsx';
import { Door } from '../frame/Door.tsx';
import { useOnce } from '../frame/use-once.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps } from '../page.ts';
import { type Sentence, said, t } from '../words.ts';
import { PromptForm } from './PromptForm.tsx';
import { type Asked, readPrompt } from './prompt.ts';

interface Props extends Pick<PageProps, 'application' | 'organization'> {
  /** The account was just made. */
  isCreated?: boolean;
  onComplete: (account: string) => void | Promise<void>;
}

/** Asks the user for what the application's prompted items lack. */
export function Prompt({ application, organization, isCreated = false, onComplete }: Props) {
  const [asked, setAsked] = useState<Asked>();
  const [account, setAccount] = useState('');
  const [failure, setFailure] = useState<Sentence>('');
  useOnce(() => {
    Promise.all([readPrompt(application.name), readAccount()]).then(([prompt, user]) => {
      setAccount(user ? idOf(user) : '');
      setAsked(prompt);
      // The form that led here is gone.
      document.querySelector('h1')?.focus();
    }, setFailure);
  });
  if (!asked && !failure) return <Waiting>{t('loading')}</Waiting>;
  const name = application.displayName || application.name;
  return (
    <Door
      application={application}
      organization={organization}
      title={t('promptTitle')}
      lead={t('promptLead', { application: name })}
      isWide
    >
      <Alert look="success">{isCreated && t('accountCreated')}</Alert>
      <Alert>{said(failure)}</Alert>
      {asked && (
        <PromptForm
          application={application}
          organization={organization}
          first={asked}
          onComplete={() => onComplete(account)}
        />
      )}
    </Door>
  );
}
