import { useEffect, useState } from 'react';
import { rememberNotice } from '../../browser/notice.ts';
import { takeTarget } from '../../browser/return-target.ts';
import { call } from '../call.ts';
import { Problem } from '../frame/Problem.tsx';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps } from '../page.ts';
import { type Sentence, said, t } from '../words.ts';

/** The parameters from another service, under the names of the api. */
const members = {
  '/callback': ['code', 'state'],
  '/callback/saml': ['samlResponse', 'relayState'],
} as const;

const isOf = (path: string): path is keyof typeof members => path in members;

/**
 * The answer of the service. Without all its parts it is undefined, because an answer without a request signs
 * nobody in (S32).
 */
function received(query: URLSearchParams): Record<string, string> | undefined {
  const path = location.pathname;
  const names = isOf(path) ? members[path] : [];
  const given = names.map((name) => [name, query.get(name) ?? ''] as const);
  return given.length > 0 && given.every(([, value]) => value) ? Object.fromEntries(given) : undefined;
}

/** The page to which a service sends users back. The server judges the answer. */
export function Callback({ application, query }: PageProps) {
  const sent = received(query);
  // The text is ours, because anybody can put a sentence into an address.
  const [problem, setProblem] = useState<Sentence>(
    query.has('error') ? { word: 'callbackRefused' } : sent ? '' : { word: 'callbackIncomplete' },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is good for one time
  useEffect(() => {
    if (problem) return;
    const redirectUri = location.origin + location.pathname;
    call('login', { body: { type: 'login', application: application.name, redirectUri, ...sent } }).then(() => {
      rememberNotice('signedIn');
      location.replace(takeTarget());
    }, setProblem);
  }, []);
  return problem ? <Problem>{said(problem)}</Problem> : <Waiting>{t('signingIn')}</Waiting>;
}
