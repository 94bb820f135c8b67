import { useState } from 'react';
import { call } from '../call.ts';
import { Problem } from '../frame/Problem.tsx';
import { useOnce } from '../frame/use-once.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps, Subject } from '../page.ts';
import { subjectLeft } from '../signin/subject-left.ts';
import { type Sentence, said, t } from '../words.ts';
import { Linked } from './Linked.tsx';
import { answerHere, type ProviderRequest } from './provider-answer.ts';
import { SignedIn } from './SignedIn.tsx';
import { Tested } from './Tested.tsx';
import { Unsolicited } from './Unsolicited.tsx';

interface Found {
  request: ProviderRequest;
  subject: Subject;
}

/** The application of the page that the browser left. */
async function find(state: string): Promise<Found> {
  const request = (await call<ProviderRequest>('get-provider-request', { query: { state } })).data;
  return { request, subject: await subjectLeft(request) };
}

const incomplete = (query: URLSearchParams): Sentence =>
  // The text is ours, because anybody can put a sentence into an address.
  query.has('state') ? '' : { word: query.has('error') ? 'callbackRefused' : 'callbackIncomplete' };

/** The page to which another service sends users back. The server knows what they left for, and judges the answer. */
export function Callback({ account, query }: PageProps) {
  const [problem, setProblem] = useState<Sentence>(incomplete(query));
  const [found, setFound] = useState<Found>();
  useOnce(() => {
    if (!problem) find(query.get('state') ?? '').then(setFound, setProblem);
  });
  if (problem) return <Problem>{said(problem)}</Problem>;
  if (!found) return <Waiting>{t('signingIn')}</Waiting>;
  const { request, subject } = found;
  const answer = answerHere(query);
  if (request.purpose === 'test') return <Tested answer={answer} />;
  if (request.purpose === 'link') return <Linked request={request} answer={answer} />;
  if (request.purpose === 'unsolicited')
    return <Unsolicited {...subject} account={account} request={request} answer={answer} />;
  return <SignedIn {...subject} account={account} request={request} answer={answer} />;
}
