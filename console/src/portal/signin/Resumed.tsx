import { takeTarget } from '../../shared/return-target.ts';
import { doorOf } from '../attempt/door.ts';
import type { Fields } from '../attempt/sign-in.ts';
import { useSignIn } from '../attempt/use-sign-in.ts';
import { Problem } from '../frame/Problem.tsx';
import { useOnce } from '../frame/use-once.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps, Subject } from '../page.ts';
import { t, type Word } from '../words.ts';
import { outcomeOf } from './Outcome.tsx';
import { stayHere } from './sole-service.ts';

interface Props extends Subject, Pick<PageProps, 'account'> {
  /** Path and query of the sign-in page that the browser left. */
  page: string;
  /** The organization of the user. */
  owner: string;
  proof: Fields;
  /** The label of the way back after a failure. */
  again?: Word;
}

/** Goes on with a sign-in whose page the browser left, with the proof that it came back with. */
export function Resumed({ page, owner, proof, again = 'back', ...subject }: Props) {
  const { pathname, searchParams } = new URL(page, location.origin);
  const props = { ...subject, query: searchParams, params: { owner } };
  const door = doorOf(props, pathname);
  const signing = useSignIn(door);
  const { failure, enter } = signing;
  useOnce(() => {
    // Somebody signed in on another page meanwhile.
    if (subject.account && !door.target.continuesSession) return location.replace(takeTarget());
    void enter(proof);
  });
  const outcome = outcomeOf(props, signing);
  if (outcome) return outcome;
  if (!failure) return <Waiting>{t('signingIn')}</Waiting>;
  return (
    <Problem
      action={
        <a className="button secondary" href={page} onClick={stayHere}>
          {t(again)}
        </a>
      }
    >
      {failure}
    </Problem>
  );
}
