import { useState } from 'react';
import { rememberTarget } from '../../shared/return-target.ts';
import { call } from '../call.ts';
import { signInLink } from '../frame/links.ts';
import { Problem } from '../frame/Problem.tsx';
import { useOnce } from '../frame/use-once.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps, Subject } from '../page.ts';
import { Resumed } from '../signin/Resumed.tsx';
import { subjectLeft } from '../signin/subject-left.ts';
import { type Sentence, said, t } from '../words.ts';

/** The sign-in that a link belongs to, as `read-sign-in-link` shows it. */
interface Link {
  application: string;
  organization: string;
  page: string;
  target: string;
  autoSignin: boolean;
}

/**
 * The page of a link from an email. Only the browser that requested the link has the mark with which the server takes it, so a program that
 * opens the links of letters signs nobody in.
 */
export function LinkPage({ account, application }: PageProps) {
  const [ticket] = useState(() => location.hash.slice(1));
  const [problem, setProblem] = useState<Sentence>('');
  const [found, setFound] = useState<{ link: Link; subject: Subject }>();

  async function read() {
    const { data: link } = await call<Link>('read-sign-in-link', { body: { ticket } });
    rememberTarget(link.target);
    // In another browser the address stays, so that its visitor can copy it.
    history.replaceState(history.state, '', location.pathname);
    setFound({ link, subject: await subjectLeft(link) });
  }

  useOnce(() => void read().catch(setProblem));

  if (problem)
    return (
      <Problem
        action={
          <a className="button secondary" href={signInLink(application)}>
            {t('linkAgain')}
          </a>
        }
      >
        {said(problem)}
      </Problem>
    );
  if (!found) return <Waiting>{t('signingIn')}</Waiting>;
  const { page, organization, autoSignin } = found.link;
  const proof = { link: ticket, autoSignin };
  return (
    <Resumed {...found.subject} account={account} page={page} owner={organization} proof={proof} again="linkAgain" />
  );
}
