import { useState } from 'react';
import { call } from '../call.ts';
import { Problem } from '../frame/Problem.tsx';
import { useOnce } from '../frame/use-once.ts';
import { Waiting } from '../frame/Waiting.tsx';
import { rememberLinked } from '../services/linked-page.ts';
import { type Sentence, said, t } from '../words.ts';
import type { ProviderAnswer, ProviderRequest } from './provider-answer.ts';

/** Links the account at the service to the signed-in user, and returns to the page that asked for it. */
export function Linked({ request, answer }: { request: ProviderRequest; answer: ProviderAnswer }) {
  const [problem, setProblem] = useState<Sentence>('');
  useOnce(() => {
    call('link', { body: answer }).then(() => {
      rememberLinked(request.page);
      location.replace(request.page);
    }, setProblem);
  });
  if (!problem) return <Waiting>{t('linking')}</Waiting>;
  return (
    <Problem
      title={t('linkFailed')}
      action={
        <a className="button secondary" href={request.page}>
          {t('back')}
        </a>
      }
    >
      {said(problem)}
    </Problem>
  );
}
