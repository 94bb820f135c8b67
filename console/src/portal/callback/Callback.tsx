import { useEffect, useState } from 'react';
import { rememberNotice } from '../../browser/notice.ts';
import { takeTarget } from '../../browser/return-target.ts';
import { call } from '../call.ts';
import { Problem } from '../frame/Problem.tsx';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps } from '../page.ts';
import { type Sentence, said, t } from '../words.ts';

/** What another service sent back, by the names that the api has for it. */
const members = {
  '/callback': ['code', 'state'],
  '/callback/saml': ['samlResponse', 'relayState'],
} as const;

const isOf = (path: string): path is keyof typeof members => path in members;

/** What was sent; nothing where a part is missing, since an answer that nobody asked for signs nobody in (S32). */
function received(query: URLSearchParams): Record<string, string> | undefined {
  const path = location.pathname;
  const names = isOf(path) ? members[path] : [];
  const given = names.map((name) => [name, query.get(name) ?? ''] as const);
  return given.length > 0 && given.every(([, value]) => value) ? Object.fromEntries(given) : undefined;
}

/** Where somebody comes back to who signed in elsewhere: the server judges what he brings. */
export function Callback({ application, query }: PageProps) {
  const sent = received(query);
  // In words of ours: anybody can write an address with a sentence of his own in it.
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
