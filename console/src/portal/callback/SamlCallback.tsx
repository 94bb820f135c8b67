import { useEffect, useState } from 'react';
import { rememberNotice } from '../../browser/notice.ts';
import { takeTarget } from '../../browser/return-target.ts';
import { call } from '../call.ts';
import { Problem } from '../frame/Problem.tsx';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps } from '../page.ts';
import { type Sentence, said, t } from '../words.ts';

/** The page to which a SAML identity provider sends users back. The server judges the answer. */
export function SamlCallback({ application, query }: PageProps) {
  const [samlResponse, relayState] = [query.get('samlResponse'), query.get('relayState')];
  // The text is ours, because anybody can put a sentence into an address.
  const [problem, setProblem] = useState<Sentence>(
    query.has('error') ? { word: 'callbackRefused' } : samlResponse && relayState ? '' : { word: 'callbackIncomplete' },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is good for one time
  useEffect(() => {
    if (problem) return;
    const redirectUri = location.origin + location.pathname;
    const body = { type: 'login', application: application.name, redirectUri, samlResponse, relayState };
    call('login', { body }).then(() => {
      rememberNotice('signedIn');
      location.replace(takeTarget());
    }, setProblem);
  }, []);
  return problem ? <Problem>{said(problem)}</Problem> : <Waiting>{t('signingIn')}</Waiting>;
}
